import { useState } from 'react';
import type { Program } from '../../../../preload/contract/work/programs.ts';
import { useT } from '../../../i18n/index.ts';
import type { Shell } from '../../../kit/shells.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, Copyable, Dialog, Select } from '../../../ui/index.ts';
import { Code, environment, ShellChoice, snippet } from '../../systems/elsewhere/index.ts';
import {
  type Agent,
  agentEntry,
  agentNames,
  agents,
  type Editor,
  editorNames,
  editors,
  entryFor,
  webApiCurl,
} from './entries.ts';

interface KeyDialogProps {
  readonly program: Program;
  /** The key itself; null when it is no longer known. */
  readonly secret: string | null;
  readonly address: string;
  readonly onClose: () => void;
}

const sdks = { python: 'Python', node: 'Node.js', curl: 'curl' } as const;
type Target = keyof typeof sdks | Editor | Agent | 'web-api';

const isEditor = (target: Target): target is Editor =>
  (editors as readonly string[]).includes(target);

const isAgent = (target: Target): target is Agent => (agents as readonly string[]).includes(target);

/** The key, this once, and the lines to paste into a program, which never contain it. */
export function KeyDialog({ program, secret, address, onClose }: KeyDialogProps) {
  const t = useT();
  const { systemId, paths, name } = program;
  const service = useResource('genai', { systemId }).value;
  const usesModels = paths.includes('v1');
  const [target, setTarget] = useState<Target>(
    usesModels ? 'python' : paths.includes('mcp') ? 'vscode-mcp' : 'web-api',
  );
  const [shell, setShell] = useState<Shell>('bash');
  const [chosen, setChosen] = useState<string | null>(null);
  const listed = program.models ?? service?.models.map(({ id }) => id) ?? [];
  const model = chosen ?? listed[0] ?? '';
  const contextLength = service?.models.find(({ id }) => id === model)?.contextLength ?? null;
  const baseUrl = `${address}/v1`;
  const settings = { baseUrl, model, ownAuthorities: false };
  const targets: Target[] = [
    ...(usesModels ? [...(['python', 'node', 'curl'] as const), ...editors] : []),
    ...(paths.includes('mcp') ? agents : []),
    ...(paths.includes('web-api') ? (['web-api'] as const) : []),
  ];
  const label = (one: Target): string => {
    if (one === 'web-api') return t('programs.key.webApi');
    if (isAgent(one)) return agentNames[one];
    return isEditor(one) ? editorNames[one] : sdks[one];
  };
  const texts = (): readonly string[] => {
    if (isAgent(target)) return [agentEntry(target, address)];
    if (isEditor(target)) return [entryFor(target, { baseUrl, model, contextLength })];
    const lines =
      target === 'web-api' ? webApiCurl(shell, address) : snippet(target, shell, settings);
    return [environment(shell, settings), lines];
  };
  return (
    <Dialog
      open
      size="large"
      {...(secret !== null && { role: 'alertdialog' as const })}
      onClose={onClose}
      title={t(secret === null ? 'programs.key.setUpTitle' : 'programs.key.title', { name })}
      description={t(secret === null ? 'programs.key.setUpText' : 'programs.key.text')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('programs.key.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {secret !== null && (
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-small font-medium">{t('programs.key.key')}</span>
            <Copyable name={t('programs.key.key')} value={secret} />
          </div>
        )}
        <div className="flex flex-wrap items-end gap-3">
          <Select
            className="w-48"
            label={t('programs.key.program')}
            value={target}
            options={targets.map((value) => ({ value, label: label(value) }))}
            onValueChange={setTarget}
          />
          {target !== 'web-api' && !isAgent(target) && listed.length > 0 && (
            <Select
              className="w-64"
              label={t('programs.key.model')}
              value={model}
              options={listed.map((id) => ({ value: id, label: id }))}
              onValueChange={setChosen}
            />
          )}
          {!isEditor(target) && !isAgent(target) && (
            <ShellChoice value={shell} onChange={setShell} />
          )}
        </div>
        <p className="phrases text-small text-text-soft">{t(`programs.key.hints.${target}`)}</p>
        {texts().map((text, at) => (
          <Code
            key={text}
            name={`${label(target)} · ${t('programs.key.entry')} ${at + 1}`}
            text={text}
          />
        ))}
      </div>
    </Dialog>
  );
}
