import type { ReactNode } from 'react';
import { ToastProvider } from './Toasts.tsx';
import { TooltipProvider } from './Tooltip.tsx';

/** What the components need above them, once, inside the provider of the texts. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <TooltipProvider>
      <ToastProvider>{children}</ToastProvider>
    </TooltipProvider>
  );
}
