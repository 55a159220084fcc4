import { Tooltip as Parts } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { KeyHint } from '../marks/KeyHint.tsx';

interface TooltipProps {
  readonly text: ReactNode;
  /** Shortcut shown after the text, in the form of `KeyHint`. */
  readonly keys?: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** Shown now; absent: on hover and focus. */
  readonly open?: boolean;
  /** One focusable element that takes a ref. */
  readonly children: ReactElement;
}

/** A short note on hover and focus. Never the only place for information. */
export function Tooltip({ text, keys, side = 'bottom', open, children }: TooltipProps) {
  return (
    <Parts.Root {...(open !== undefined && { open })}>
      <Parts.Trigger
        asChild
        onFocus={(event) => {
          // focus moved by the app, for example after an overlay closed, is not a request for the tooltip
          if (!event.target.matches(':focus-visible')) event.preventDefault();
        }}
      >
        {children}
      </Parts.Trigger>
      <Parts.Portal>
        {/* The visible text; screen readers get the same as the trigger's description. */}
        <Parts.Content
          aria-hidden
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-80 animate-fade items-center gap-2 rounded-control bg-raised px-2 py-1 text-small text-text shadow-overlay select-none"
        >
          <span className="phrases min-w-0 wrap-break-word">{text}</span>
          {keys && <KeyHint keys={keys} />}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

/** One for the whole app: after one tooltip was shown, the next ones appear at once. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Parts.Provider delayDuration={500} skipDelayDuration={300}>
      {children}
    </Parts.Provider>
  );
}
