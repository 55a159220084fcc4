import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { IconButton } from '../../../../ui/index.ts';
import { useThreadActions } from '../conversation/threadActions.ts';

interface BranchArrowsProps {
  readonly messageId: string;
  /** The message and its alternatives; undefined without any. */
  readonly siblings: readonly string[] | undefined;
}

/** Switches between the alternatives of a message: ‹ 2/3 ›. */
export function BranchArrows({ messageId, siblings }: BranchArrowsProps) {
  const t = useT();
  const format = useFormat();
  const { show } = useThreadActions();
  if (siblings === undefined || siblings.length < 2) return null;
  const at = siblings.indexOf(messageId);
  const step = (label: string, icon: typeof ChevronLeft, to: string | undefined) => (
    <IconButton
      size="small"
      icon={icon}
      label={label}
      disabled={to === undefined}
      onClick={() => {
        if (to !== undefined) show(to);
      }}
    />
  );
  return (
    <span className="inline-flex items-center">
      {step(t('chat.branch.previous'), ChevronLeft, siblings[at - 1])}
      <span className="tabular text-small text-text-soft">
        {t('chat.branch.place', {
          number: format.number(at + 1),
          total: format.number(siblings.length),
        })}
      </span>
      {step(t('chat.branch.next'), ChevronRight, siblings[at + 1])}
    </span>
  );
}
