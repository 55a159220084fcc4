import { X } from 'lucide-react';
import { Dialog as Parts } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { useT } from '../../i18n/index.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import { Scrim } from './Dialog.tsx';
import { keepForToasts, useOverlayFocus } from './overlayFocus.ts';

interface SideSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Below the title: an id, a state. */
  readonly subtitle?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** The element that gets the focus at opening; the first field by default. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

/** An item and its actions, over the right edge of the window. */
export function SideSheet(props: SideSheetProps) {
  const { open, onClose, title, subtitle, children, footer, initialFocus } = props;
  const t = useT();
  const { from, handlers } = useOverlayFocus(initialFocus);
  return (
    <Parts.Root open={open} onOpenChange={() => onClose()}>
      <Parts.Portal>
        <Scrim from={from} />
        <Parts.Content
          aria-modal
          aria-describedby={undefined}
          onInteractOutside={keepForToasts}
          {...handlers}
          className="fixed inset-y-0 right-0 z-40 flex contain-layout w-105 max-w-[calc(100vw-2rem)] animate-slide flex-col bg-raised shadow-overlay outline-0"
        >
          <header className="flex items-start gap-3 border-line border-b px-5 py-3.5">
            <div className="min-w-0 flex-1">
              <Parts.Title className="truncate text-heading font-semibold">{title}</Parts.Title>
              {subtitle && <div className="mt-0.5 text-small text-text-soft">{subtitle}</div>}
            </div>
            <Parts.Close asChild>
              <IconButton label={t('common.close')} icon={X} className="-mr-2" />
            </Parts.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
              {footer}
            </footer>
          )}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
