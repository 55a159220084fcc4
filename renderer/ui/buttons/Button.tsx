import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { cx } from '../cx.ts';
import { Spinner } from '../marks/Spinner.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /**
   * `quiet` has no edge until hovered; at most one `primary` per view. `risk` loses something, beside safer choices. `changed`, `refused` and `done` are quiet ones
   * that show a state: a colour in `className` would lose against the variant's own.
   */
  readonly variant?:
    | 'plain'
    | 'primary'
    | 'danger'
    | 'risk'
    | 'quiet'
    | 'changed'
    | 'refused'
    | 'done';
  readonly size?: 'normal' | 'small';
  readonly icon?: LucideIcon;
  /** The work of this button is in progress: it keeps the focus and ignores clicks. */
  readonly busy?: boolean;
  /** It cannot act yet: it looks so, keeps its focus, and `onClick` says why. See `ReasonedButton`. */
  readonly blocked?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export const buttonLook = {
  plain: 'border border-line-strong bg-surface text-text hover:bg-sunken active:bg-pressed',
  primary:
    'border border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-hover',
  danger:
    'border border-transparent bg-danger text-on-danger hover:bg-danger-hover active:bg-danger-hover',
  risk: 'border border-down/60 bg-surface text-down-text hover:bg-down-soft active:bg-down-soft',
  quiet:
    'border border-transparent text-text-soft hover:bg-hover hover:text-text active:bg-pressed',
  changed: 'border border-transparent bg-accent-soft text-accent-text hover:border-accent/40',
  refused: 'border border-transparent bg-down-soft text-down-text hover:border-down/40',
  done: 'border border-transparent text-up-text hover:bg-hover active:bg-pressed',
};

/** Shared by all button-like controls: shape, weight, disabled look. */
export const buttonBase =
  'inline-flex shrink-0 select-none items-center justify-center rounded-control font-medium ' +
  'whitespace-nowrap disabled:pointer-events-none disabled:opacity-45';

/** A button with a label. For an icon alone use `IconButton`. */
export function Button({
  variant = 'plain',
  size = 'normal',
  icon: Icon,
  busy = false,
  blocked = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  const iconSize = size === 'small' ? 13 : 14;
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || blocked || undefined}
      onClick={press}
      className={cx(
        buttonBase,
        buttonLook[variant],
        size === 'small' ? 'h-6 gap-1 px-2 text-small' : 'h-7.5 gap-1.5 px-3 text-body',
        busy && 'opacity-75',
        blocked && 'opacity-45',
        className,
      )}
    >
      {busy ? <Spinner size={iconSize} /> : Icon && <Icon size={iconSize} aria-hidden />}
      {children}
    </button>
  );
}
