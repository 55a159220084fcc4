import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Button } from '../buttons/Button.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { cx } from '../cx.ts';

export interface BarProps {
  readonly tone?: 'trouble' | 'warning' | 'note';
  /** One sentence. */
  readonly children: ReactNode;
  /** The most helpful action. */
  readonly action?: {
    readonly label: string;
    readonly onAction: () => void;
    readonly busy?: boolean;
  };
  /** Looks for the reason. */
  readonly explain?: { readonly label: string; readonly onAction: () => void } | null;
  /** Shown on request. */
  readonly details?: ReactNode;
  readonly onDismiss?: () => void;
  readonly className?: string;
}

const looks = {
  trouble: { box: 'border-down/35 bg-down-soft', icon: 'text-down', Icon: CircleAlert },
  warning: {
    box: 'border-degraded/40 bg-degraded-soft',
    icon: 'text-degraded-text',
    Icon: TriangleAlert,
  },
  note: { box: 'border-accent/30 bg-accent-soft', icon: 'text-accent-text', Icon: Info },
};

/** An error, a warning or a note at the top of its subject. */
export function Bar(props: BarProps) {
  const { tone = 'trouble', children, action, explain, details, onDismiss, className } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { box, icon, Icon } = looks[tone];
  return (
    <div
      role={tone === 'trouble' ? 'alert' : 'status'}
      className={cx('rounded-control border text-body text-text', box, className)}
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-1.5">
        <div className="flex min-w-[min(19rem,100%)] flex-1 items-start gap-2 py-1">
          <Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', icon)} />
          <div className="phrases min-w-0 wrap-anywhere">{children}</div>
        </div>
        <div className="ml-auto flex items-center gap-1 pt-0.5">
          {details && (
            <Button
              variant="quiet"
              size="small"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              {open ? t('common.hideDetails') : t('common.details')}
            </Button>
          )}
          {explain && (
            <Button variant="quiet" size="small" onClick={explain.onAction}>
              {explain.label}
            </Button>
          )}
          {action && (
            <Button size="small" busy={action.busy} onClick={action.onAction}>
              {action.label}
            </Button>
          )}
          {onDismiss && (
            <IconButton size="small" icon={X} label={t('common.dismiss')} onClick={onDismiss} />
          )}
        </div>
      </div>
      {details && (
        <div id={id} hidden={!open} className="border-inherit border-t px-3 py-2 pl-9 text-small">
          {details}
        </div>
      )}
    </div>
  );
}
