import { X } from 'lucide-react';
import { Dialog as Parts } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { useT } from '../../i18n/index.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import { cx } from '../cx.ts';
import type { Place } from '../focus/place.ts';
import { useCover } from './covers.tsx';
import { keepForToasts, useOverlayFocus } from './overlayFocus.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Called by Escape, by a click outside and by the close button. */
  readonly onClose: () => void;
  /** During work that closing would not stop, nothing closes it. */
  readonly busy?: boolean;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the confirming one last. */
  readonly footer?: ReactNode;
  readonly size?: 'small' | 'normal' | 'large';
  /** `alertdialog` if an answer is required; a click outside then does nothing. */
  readonly role?: 'dialog' | 'alertdialog';
  /** The element that gets the focus at opening; the first control by default. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

const widths = { small: 'max-w-100', normal: 'max-w-130', large: 'max-w-190' };

/**
 * Dims the window behind an overlay, and the overlay below it: they are in the page in that order. Not Radix's own,
 * whose scroll lock writes a style element.
 */
export function Scrim({ from }: { readonly from: RefObject<Place | null> }) {
  useCover(from);
  return <div className="fixed inset-0 z-40 animate-fade bg-scrim" />;
}

/** A modal dialog for one task. The focus stays in it and returns to where it came from. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, footer, initialFocus } = props;
  const { busy = false, size = 'normal', role = 'dialog' } = props;
  const t = useT();
  const { from, handlers } = useOverlayFocus(initialFocus);
  return (
    <Parts.Root open={open} onOpenChange={() => !busy && onClose()}>
      <Parts.Portal>
        <Scrim from={from} />
        <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center p-4">
          <Parts.Content
            role={role}
            aria-modal
            {...(description ? {} : { 'aria-describedby': undefined })}
            onPointerDownOutside={(event) => {
              if (role === 'alertdialog') event.preventDefault();
              keepForToasts(event);
            }}
            onInteractOutside={keepForToasts}
            {...handlers}
            className={cx(
              'pointer-events-auto flex max-h-full w-full contain-layout animate-rise flex-col rounded-card bg-raised shadow-overlay outline-0',
              widths[size],
            )}
          >
            <header className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <Parts.Title dir="auto" className="text-heading font-semibold">
                  {title}
                </Parts.Title>
                {description && (
                  <Parts.Description asChild>
                    <div className="phrases mt-1 text-body text-text-soft">{description}</div>
                  </Parts.Description>
                )}
              </div>
              {role === 'dialog' && (
                <Parts.Close asChild>
                  <IconButton label={t('common.close')} icon={X} className="-mt-1 -mr-2" />
                </Parts.Close>
              )}
            </header>
            {children && <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-4">{children}</div>}
            {footer && (
              <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
                {footer}
              </footer>
            )}
          </Parts.Content>
        </div>
      </Parts.Portal>
    </Parts.Root>
  );
}
