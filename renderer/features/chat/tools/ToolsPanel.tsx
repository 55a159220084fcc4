import { Braces, X } from 'lucide-react';
import { useState } from 'react';
import { foldText } from '../../../../common/texts/fold.ts';
import type { Parameters } from '../../../../preload/contract/chat/conversation.ts';
import type { Approval, Tool } from '../../../../preload/contract/chat/tools.ts';
import { type TextKey, useT } from '../../../i18n/index.ts';
import { useClient, useSystem } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import {
  Button,
  Checkbox,
  cx,
  ErrorBar,
  IconButton,
  oneLine,
  Select,
  TextField,
  useCover,
} from '../../../ui/index.ts';
import { possibleApprovals } from './approvals.ts';

interface ToolsPanelProps {
  readonly parameters: Parameters;
  readonly onSave: (parameters: Parameters) => Promise<unknown>;
  readonly onClose: () => void;
}

/** From so many tools on they can be searched. */
const searchable = 12;

/** The tools offered to the model in this conversation, and those that may run without asking. */
export default function ToolsPanel({ parameters, onSave, onClose }: ToolsPanelProps) {
  const t = useT();
  const client = useClient();
  useCover();
  const systemId = useSystem()?.id ?? null;
  const { value, problem: lost } = useResource('tools', undefined);
  const tools = value?.filter((one) => one.systemId === null || one.systemId === systemId);
  const { problem, attempt } = useProblem();
  const trouble = problem ?? lost;
  // The last choice takes effect at once: main's answer to the previous one may still be on its way.
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const wanted = chosen ?? parameters.tools;
  const offered = new Set(wanted);
  const offer = async (names: readonly string[]) => {
    const tools = [...new Set(names)];
    setChosen(tools);
    await attempt(() => onSave({ ...parameters, tools }));
    setChosen((latest) => (latest === tools ? null : latest));
  };
  const hasServers = tools?.some(({ serverId }) => serverId !== null) === true;
  const { value: servers } = useResource('toolServers', hasServers ? undefined : null);
  const [query, setQuery] = useState('');
  const shown = (tools ?? []).filter(({ name, description }) =>
    foldText(`${name} ${description}`).includes(foldText(query)),
  );
  const possible = (tools ?? []).filter((one) => one.approval !== 'never').map(({ name }) => name);
  return (
    <>
      <header className="flex items-start gap-2 py-3 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{t('tools.title')}</h2>
          <p className="phrases text-small text-text-soft">{t('tools.subtitle')}</p>
        </div>
        <IconButton size="small" icon={X} label={t('common.close')} onClick={onClose} />
      </header>
      {trouble && <ErrorBar error={trouble} className="mx-4 mb-3" />}
      {(tools?.length ?? 0) > searchable && (
        <div className="px-4 pb-3">
          <TextField
            type="search"
            label={t('tools.search')}
            labelHidden
            placeholder={t('tools.search')}
            value={query}
            onValueChange={setQuery}
          />
        </div>
      )}
      <ul className="min-h-0 flex-1 overflow-y-auto">
        {shown.map((tool) => (
          <ToolRow
            key={tool.name}
            tool={tool}
            server={servers?.find(({ id }) => id === tool.serverId)?.name ?? null}
            offered={offered.has(tool.name)}
            onOffer={(offers) =>
              void offer(
                offers ? [...wanted, tool.name] : wanted.filter((name) => name !== tool.name),
              )
            }
            onApproval={(chosen) =>
              void attempt(() =>
                client.call('tools.setApproval', {
                  name: tool.name,
                  fingerprint: tool.fingerprint,
                  approval: chosen,
                }),
              )
            }
          />
        ))}
      </ul>
      <footer className="flex justify-end gap-1 border-line border-t px-2 py-1.5">
        <Button
          size="small"
          variant="quiet"
          disabled={offered.size === 0}
          onClick={() => void offer([])}
        >
          {t('tools.none')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          disabled={possible.every((name) => offered.has(name))}
          onClick={() => void offer([...wanted, ...possible])}
        >
          {t('tools.all')}
        </Button>
      </footer>
    </>
  );
}

interface ToolRowProps {
  readonly tool: Tool;
  /** The name of its server; null: built in. */
  readonly server: string | null;
  readonly offered: boolean;
  readonly onOffer: (offered: boolean) => void;
  readonly onApproval: (approval: Approval) => void;
}

const explained: readonly string[] = [
  'machine_states',
  'machine_history',
  'current_time',
  'calculator',
  'read_attached_file',
  'jobs',
  'files_read',
  'job_submit',
];

function ToolRow({ tool, server, offered, onOffer, onApproval }: ToolRowProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { name } = tool;
  const never = tool.approval === 'never';
  return (
    <li className="border-line border-t px-4 py-1.5">
      <div className="flex min-h-9 items-center gap-2">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <Checkbox
            label={<span className="font-mono text-mono">{name}</span>}
            hint={
              explained.includes(name)
                ? t(`tools.about.${name}` as TextKey)
                : [server, oneLine(tool.description, 200)]
                    .filter((part) => part !== null)
                    .join(' · ')
            }
            checked={offered && !never}
            disabled={never}
            onCheckedChange={onOffer}
          />
        </div>
        <IconButton
          size="small"
          icon={Braces}
          aria-expanded={open}
          label={t('tools.schema')}
          onClick={() => setOpen(!open)}
        />
        <Select
          label={t('tools.approvalOf', { name })}
          labelHidden
          value={tool.approval}
          options={possibleApprovals(tool).map((value) => ({ value, label: t(`tools.${value}`) }))}
          onValueChange={onApproval}
          className={cx('w-36 shrink-0', never && '[&_select]:text-down-text')}
        />
      </div>
      {open && (
        <div className="mt-1 mb-1.5 space-y-1.5">
          <p className="text-small wrap-anywhere">{tool.description}</p>
          <section
            aria-label={t('tools.schemaOf', { name })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-60 overflow-auto rounded-control bg-sunken p-2"
          >
            <pre className="font-mono text-mono whitespace-pre-wrap wrap-anywhere">
              {JSON.stringify(tool.parameters, null, 2)}
            </pre>
          </section>
        </div>
      )}
    </li>
  );
}
