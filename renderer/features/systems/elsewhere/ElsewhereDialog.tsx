import { useState } from 'react';
import { apiBases } from '../../../../common/addresses/api-bases.ts';
import type { GenaiState } from '../../../../preload/contract/chat/genai.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { isDemo } from '../../../kit/index.ts';
import type { Shell } from '../../../kit/shells.ts';
import { Copyable, Dialog, Facts, Segmented, Select } from '../../../ui/index.ts';
import { AuthoritiesFile } from './AuthoritiesFile.tsx';
import { Code } from './Code.tsx';
import { DemoKey } from './DemoKey.tsx';
import { ShellChoice } from './ShellChoice.tsx';
import { environment, type Program, programs, snippet } from './snippets.ts';

interface ElsewhereDialogProps {
  readonly system: System;
  readonly service: GenaiState;
  readonly model: string | null;
  readonly onClose: () => void;
}

/** Names are the same in every language. */
const names = { python: 'Python', node: 'Node.js', curl: 'curl' };

/** Settings for other programs that use the same service. None contains the key. */
export default function ElsewhereDialog(props: ElsewhereDialogProps) {
  const { system, service, model: present, onClose } = props;
  const t = useT();
  const [program, setProgram] = useState<Program>('python');
  const [shell, setShell] = useState<Shell>('bash');
  const [chosen, setChosen] = useState(present);
  const listed = service.models.map(({ id }) => id);
  const model = chosen ?? listed[0] ?? '';
  // keeps the chosen model, even if the service no longer lists it
  const models = model === '' || listed.includes(model) ? listed : [model, ...listed];
  const ownAuthorities = system.authorities.length > 0;
  const baseUrl = system.genaiUrl === null ? '' : apiBases(system.genaiUrl)[0];
  const settings = { baseUrl, model, ownAuthorities };
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('elsewhere.title')}
      description={t('elsewhere.text')}
    >
      <div className="space-y-5">
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
            <AuthoritiesFile systemId={system.id} />
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
            <ShellChoice value={shell} onChange={setShell} />
          </div>
          <Code name={t('elsewhere.environment')} text={environment(shell, settings)} />
          <p className="phrases text-small text-text-soft">{t('elsewhere.environmentText')}</p>
          {isDemo(system) && <DemoKey systemId={system.id} />}
        </section>
        {program !== 'tool' && (
          <section className="space-y-2">
            <h3 className="font-medium">{t(`elsewhere.run.${program}`)}</h3>
            <Code name={names[program]} text={snippet(program, shell, settings)} />
            {program === 'curl' && shell !== 'bash' && (
              <p className="phrases text-small text-text-soft">{t('elsewhere.newCurl')}</p>
            )}
          </section>
        )}
        <p className="phrases text-small text-text-soft">{t('elsewhere.proxy')}</p>
      </div>
    </Dialog>
  );
}
