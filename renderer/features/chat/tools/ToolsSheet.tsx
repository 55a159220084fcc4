import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Parameters } from '../../../../preload/contract/chat/conversation.ts';
import { type Approval, approval, type Tool } from '../../../../preload/contract/chat/tools.ts';
import { type TextKey, useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, Checkbox, cx, ErrorBar, Segmented, SideSheet } from '../../../ui/index.ts';

interface ToolsSheetProps {
  readonly parameters: Parameters;
  readonly onSave: (parameters: Parameters) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The tools offered to the model in this conversation, and those that may run without asking. */
export default function ToolsSheet({ parameters, onSave, onClose }: ToolsSheetProps) {
  const t = useT();
  const client = useClient();
  const { value: tools, problem: lost } = useResource('tools', undefined);
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
  const possible = (tools ?? []).filter((one) => one.approval !== 'never').map(({ name }) => name);
  return (
    <SideSheet
      open
      onClose={onClose}
      title={t('tools.title')}
      subtitle={t('tools.subtitle')}
      footer={
        <>
          <Button disabled={offered.size === 0} onClick={() => void offer([])}>
            {t('tools.none')}
          </Button>
          <Button
            disabled={possible.every((name) => offered.has(name))}
            onClick={() => void offer([...wanted, ...possible])}
          >
            {t('tools.all')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      {trouble && <ErrorBar error={trouble} className="mb-3" />}
      <ul className="space-y-3">
        {(tools ?? []).map((tool) => (
          <ToolCard
            key={tool.name}
            tool={tool}
            offered={offered.has(tool.name)}
            onOffer={(offers) =>
              void offer(
                offers ? [...wanted, tool.name] : wanted.filter((name) => name !== tool.name),
              )
            }
            onApproval={(chosen) =>
              void attempt(() =>
                client.call('tools.setApproval', { name: tool.name, approval: chosen }),
              )
            }
          />
        ))}
      </ul>
    </SideSheet>
  );
}

interface ToolCardProps {
  readonly tool: Tool;
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
];

function ToolCard({ tool, offered, onOffer, onApproval }: ToolCardProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { name } = tool;
  const never = tool.approval === 'never';
  return (
    <li className="rounded-card border border-line p-3">
      <Checkbox
        label={name}
        hint={explained.includes(name) ? t(`tools.about.${name}` as TextKey) : tool.description}
        checked={offered && !never}
        disabled={never}
        onCheckedChange={onOffer}
      />
      <div className="mt-2.5 pl-6">
        <Segmented
          label={t('tools.approvalOf', { name })}
          labelHidden
          value={tool.approval}
          options={approval.options.map((value) => ({ value, label: t(`tools.${value}`) }))}
          onValueChange={onApproval}
        />
        <p className="phrases mt-1 text-small text-text-soft">
          {t(`tools.means.${tool.approval}`)}
        </p>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="mt-1 -ml-1 flex h-6 items-center gap-1 rounded-small px-1 text-small text-text-soft hover:bg-hover hover:text-text"
        >
          <ChevronRight size={13} aria-hidden className={cx(open && 'rotate-90')} />
          {t('tools.schema')}
        </button>
        {open && (
          <div className="mt-1 space-y-1.5">
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
      </div>
    </li>
  );
}
