import type { ReactNode } from 'react';
import { TooltipProvider } from './buttons/Tooltip.tsx';
import { CoversProvider } from './overlays/covers.tsx';
import { ToastProvider } from './overlays/Toasts.tsx';

/** Providers that the components need above them, once, inside the texts' provider. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <TooltipProvider>
      <CoversProvider>
        <ToastProvider>{children}</ToastProvider>
      </CoversProvider>
    </TooltipProvider>
  );
}
