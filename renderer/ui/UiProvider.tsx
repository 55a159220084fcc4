import type { ReactNode } from 'react';
import { TooltipProvider } from './buttons/Tooltip.tsx';
import { CoversProvider } from './overlays/covers.tsx';
import { ToastProvider } from './overlays/Toasts.tsx';

/** What the components need above them, once, inside the provider of the texts. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <TooltipProvider>
      <CoversProvider>
        <ToastProvider>{children}</ToastProvider>
      </CoversProvider>
    </TooltipProvider>
  );
}
