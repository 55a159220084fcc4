import { Download } from 'lucide-react';
import { useState } from 'react';
import type { GenaiState } from '../../../preload/contract/genai.ts';
import type { System } from '../../../preload/contract/systems.ts';
import { useT } from '../../i18n/index.ts';
import { useClient } from '../../kit/index.ts';
import { download } from '../../kit/saveFile.ts';
import { useProblem } from '../../kit/useProblem.ts';
import {
  Button,
  Copyable,
  CopyButton,
  Dialog,
  ErrorBar,
  Facts,
  Segmented,
  Select,
} from '../../ui/index.ts';
import {
  authoritiesFile,
  environment,
  type Program,
  programs,
  type Shell,
  shells,
  snippet,
} from './snippets.ts';

interface ElsewhereDialogProps {
  readonly system: System;
  readonly service: GenaiState;
  readonly model: string | null;
  readonly onClose: () => void;
}

/** Names are the same in every language. */
const names = { python: 'Python', node: 'Node.js', curl: 'curl' };
const shellNames = { sh: 'sh', powershell: 'PowerShell', cmd: 'cmd' };

/** Ready settings for other programs that speak to the same service. The key is in none of them. */
export default function ElsewhereDialog(props: ElsewhereDialogProps) {
  const { system, service, model: present, onClose } = props;
  const t = useT();
  const client = useClient();
  const { busy, problem, attempt } = useProblem();
  const [program, setProgram] = useState<Program>('python');
  const [shell, setShell] = useState<Shell>('sh');
  const [chosen, setChosen] = useState(present);
  const listed = service.models.map(({ id }) => id);
  const model = chosen ?? listed[0] ?? '';
  // one that the service lists no more is still the one that these texts name
  const models = model === '' || listed.includes(model) ? listed : [model, ...listed];
  const ownAuthorities = system.authorities.length > 0;
  const settings = { baseUrl: `${system.genaiUrl ?? ''}/v1`, model, ownAuthorities };
  const save = () =>
    attempt(async () => {
      const saved = await client.call('genai.exportAuthorities', { systemId: system.id });
      if (saved.kind === 'download') download(saved);
    });
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('elsewhere.title')}
      description={t('elsewhere.text')}
    >
      <div className="space-y-5">
        {problem && <ErrorBar error={problem} />}
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <Segmented
            label={t('elsewhere.program')}
            value={program}
            options={programs.map((value) => ({
              value,
              label: value === 'tool' ? t('elsewhere.tools') : names[value],
            }))}
            onValueChange={setProgram}
          />
          <Select
            className="w-56"
            label={t('elsewhere.model')}
            value={model}
            options={models.map((id) => ({ value: id, label: id }))}
            onValueChange={setChosen}
          />
        </div>
        {ownAuthorities && (
          <section className="space-y-1.5">
            <h3 className="font-medium">{t('elsewhere.authorities')}</h3>
            <p className="phrases text-small text-text-soft">
              {t('elsewhere.authoritiesText', { file: authoritiesFile })}
            </p>
            <Button icon={Download} busy={busy} onClick={() => void save()}>
              {t('elsewhere.saveAuthorities', { file: authoritiesFile })}
            </Button>
          </section>
        )}
        {program === 'tool' ? (
          <section className="space-y-2">
            <h3 className="font-medium">{t('elsewhere.toolFields')}</h3>
            <Facts
              items={[
                { label: t('elsewhere.provider'), value: 'OpenAI Compatible' },
                {
                  label: t('elsewhere.baseUrl'),
                  value: <Copyable name={t('elsewhere.baseUrl')} value={settings.baseUrl} />,
                },
                { label: t('elsewhere.key'), value: t('elsewhere.keyText') },
                {
                  label: t('elsewhere.model'),
                  value: <Copyable name={t('elsewhere.model')} value={model} />,
                },
              ]}
            />
          </section>
        ) : null}
        <section className="space-y-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-medium">{t('elsewhere.environment')}</h3>
            <Segmented
              label={t('elsewhere.shell')}
              labelHidden
              value={shell}
              options={shells.map((value) => ({ value, label: shellNames[value] }))}
              onValueChange={setShell}
            />
          </div>
          <Code name={t('elsewhere.environment')} text={environment(shell, settings)} />
          <p className="phrases text-small text-text-soft">{t('elsewhere.environmentText')}</p>
        </section>
        {program !== 'tool' && (
          <section className="space-y-2">
            <h3 className="font-medium">{t(`elsewhere.run.${program}`)}</h3>
            <Code name={names[program]} text={snippet(program, settings)} />
          </section>
        )}
        <p className="phrases text-small text-text-soft">{t('elsewhere.proxy')}</p>
      </div>
    </Dialog>
  );
}

function Code({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <section
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-control border border-line bg-sunken"
    >
      <pre className="w-fit min-w-full py-2 pr-11 pl-3 font-mono text-mono">{text.trimEnd()}</pre>
      <span className="absolute top-1 right-1 rounded-control bg-sunken">
        <CopyButton name={name} text={text} />
      </span>
    </section>
  );
}
