import type { LucideIcon } from 'lucide-react';
import { cx } from '../cx.ts';
import { Spinner } from '../marks/Spinner.tsx';
import { type ButtonProps, buttonBase, buttonLook } from './Button.tsx';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  /** Its name, shown as a tooltip and read by screen readers. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shortcut shown in the tooltip, in the form of `KeyHint`. */
  readonly keys?: string;
}

/** A button whose face is an icon; its name appears on hover and focus. */
export function IconButton({
  label,
  icon: Icon,
  keys,
  variant = 'quiet',
  size = 'normal',
  busy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onClick}
        className={cx(
          buttonBase,
          buttonLook[variant],
          size === 'small' ? 'size-6' : 'size-7.5',
          className,
        )}
      >
        {busy ? <Spinner size={14} /> : <Icon size={size === 'small' ? 14 : 15} aria-hidden />}
      </button>
    </Tooltip>
  );
}
