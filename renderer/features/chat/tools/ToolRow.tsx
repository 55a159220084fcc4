import { Braces } from 'lucide-react';
import { useState } from 'react';
import type { Approval, Tool } from '../../../../preload/contract/chat/tools.ts';
import { type TextKey, useT } from '../../../i18n/index.ts';
import { Checkbox, cx, IconButton, oneLine, Select } from '../../../ui/index.ts';
import { possibleApprovals } from './approvals.ts';

interface ToolRowProps {
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
  'jobs',
  'files_read',
  'job_submit',
];

/** One tool: whether it is offered, what may run without asking, and what the model is told of it. */
export function ToolRow({ tool, offered, onOffer, onApproval }: ToolRowProps) {
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
                : oneLine(tool.description, 200)
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
