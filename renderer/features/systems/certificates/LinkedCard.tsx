import { type ReactNode, useEffect, useRef } from 'react';
import { useRoute } from '../../../kit/index.ts';
import { cx } from '../../../ui/index.ts';

interface LinkedCardProps {
  readonly certificateId: string;
  readonly name: string;
  readonly children: ReactNode;
}

/** The container of a certificate's card: scrolled into view and marked while the window's address names it. */
export function LinkedCard({ certificateId, name, children }: LinkedCardProps) {
  const place = useRoute();
  const element = useRef<HTMLFieldSetElement>(null);
  const pointedOut = place.screen === 'certificates' && place.certificateId === certificateId;
  useEffect(() => {
    // On each navigation to it, also from this screen.
    if (place.screen !== 'certificates' || place.certificateId !== certificateId) return;
    element.current?.scrollIntoView({ block: 'nearest' });
    element.current?.focus();
  }, [place, certificateId]);
  return (
    <fieldset
      ref={element}
      tabIndex={-1}
      aria-label={name}
      aria-current={pointedOut || undefined}
      className={cx(
        'grid min-w-0 rounded-card',
        pointedOut ? 'outline-2 -outline-offset-2 outline-focus' : 'outline-0',
      )}
    >
      {children}
    </fieldset>
  );
}
