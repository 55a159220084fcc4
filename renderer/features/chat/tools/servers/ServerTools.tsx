import { useState } from 'react';
import type { ToolServer } from '../../../../../preload/contract/chat/tool-servers.ts';
import type { Approval, Tool } from '../../../../../preload/contract/chat/tools.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Badge, Button, ErrorBar, oneLine, Segmented } from '../../../../ui/index.ts';
import { drawn, ExactText, ToolChange } from '../../permission/index.ts';
import { possibleApprovals } from '../approvals.ts';
import { wantsSignIn } from './health.tsx';
import { isChanged } from './rows.ts';

interface ServerToolsProps {
  /** Null: the app itself. */
  readonly server: ToolServer | null;
  readonly tools: readonly Tool[];
}

/** The tools of a server with the permission of each; those that changed first. */
export function ServerTools({ server, tools }: ServerToolsProps) {
  const t = useT();
  const { client } = useStores();
  const { problem, attempt, forget } = useProblem();
  const changed = tools.filter(isChanged);
  // not used, because the app cannot take them
  const leftOut = server?.leftOut ?? 0;
  const needsUser = server !== null && wantsSignIn(server);
  const set = ({ name, fingerprint }: Tool, chosen: Approval) =>
    void attempt(() => client.call('tools.setApproval', { name, fingerprint, approval: chosen }));
  return (
    <>
      {changed.length > 0 && <Changed tools={changed} onAccept={(tool) => set(tool, 'ask')} />}
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      <section aria-label={t('frame.screens.tools')}>
        <h3 className="mb-1 text-small font-semibold text-text-soft">
          {t('frame.screens.tools')} <span className="tabular">{tools.length}</span>
        </h3>
        {tools.length === 0 && (
          <p className="phrases text-text-soft">
            {t(needsUser ? 'toolServers.noToolsSignIn' : 'toolServers.noTools')}
          </p>
        )}
        <ul>
          {tools.map((tool) => (
            <ToolRow key={tool.name} tool={tool} onApproval={(chosen) => set(tool, chosen)} />
          ))}
        </ul>
        {leftOut > 0 && (
          <p className="mt-1 text-small text-degraded-text">
            {t('toolServers.leftOut', { count: leftOut })}
          </p>
        )}
      </section>
    </>
  );
}

/** What changed of the tools since the user allowed them, one after the other. */
function Changed(props: {
  readonly tools: readonly Tool[];
  readonly onAccept: (tool: Tool) => void;
}) {
  const { tools, onAccept } = props;
  const t = useT();
  const [index, setIndex] = useState(0);
  const tool = tools[Math.min(index, tools.length - 1)];
  if (tool === undefined) return null;
  return (
    <section
      aria-label={t('toolServers.changed', { count: tools.length })}
      className="flex flex-col gap-2 rounded-control border border-degraded/40 bg-degraded-soft px-3 py-2"
    >
      <p className="phrases font-semibold">
        {t('toolServers.changedText', { count: tools.length })}
      </p>
      <ToolChange tool={tool} parameters={tool.parameters} />
      <div className="flex items-center gap-2">
        <Button size="small" onClick={() => onAccept(tool)}>
          {t('toolServers.accept')}
        </Button>
        {tools.length > 1 && (
          <Button
            size="small"
            variant="quiet"
            className="ml-auto"
            onClick={() => setIndex((index + 1) % tools.length)}
          >
            {t('toolServers.next', {
              place: String(Math.min(index, tools.length - 1) + 1),
              count: tools.length,
            })}
          </Button>
        )}
      </div>
    </section>
  );
}

function ToolRow(props: { readonly tool: Tool; readonly onApproval: (chosen: Approval) => void }) {
  const { tool, onApproval } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  const name = oneLine(drawn(tool.ownName).text, 120);
  return (
    <li className="border-line border-b py-1">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-h-6 min-w-0 flex-1 rounded-small text-left font-mono text-mono wrap-anywhere hover:bg-hover"
        >
          {name}
        </button>
        {isChanged(tool) && <Badge tone="warning">{t('toolServers.changedMark')}</Badge>}
        {!tool.writes && <Badge>{t('toolServers.reads')}</Badge>}
        <Segmented
          label={t('tools.approvalOf', { name })}
          labelHidden
          value={tool.approval}
          options={possibleApprovals(tool).map((value) => ({
            value,
            label: t(`toolServers.approval.${value}`),
          }))}
          onValueChange={onApproval}
        />
      </div>
      {open && (
        <div className="mt-1 mb-1.5 flex flex-col gap-1.5 text-small">
          <ExactText text={tool.description} />
          <section
            aria-label={t('tools.schemaOf', { name })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-60 overflow-auto rounded-control bg-sunken p-2"
          >
            <ExactText text={JSON.stringify(tool.parameters, null, 2)} />
          </section>
        </div>
      )}
    </li>
  );
}
