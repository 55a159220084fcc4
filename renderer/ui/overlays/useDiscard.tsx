import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface Discard {
  /** Continues with `then` at once if nothing was typed, else after a confirmation. */
  readonly leave: (then: () => void) => void;
  /** The confirmation, to be rendered within the form's overlay. */
  readonly question: ReactNode;
}

/** Protects a form's unsaved input against closing: by Escape, by a click outside or by navigating. */
export function useDiscard(dirty: boolean): Discard {
  const t = useT();
  const [pending, setPending] = useState<(() => void) | null>(null);
  return {
    leave: (then) => (dirty ? setPending(() => then) : then()),
    question: pending !== null && (
      <ConfirmDialog
        open
        danger
        title={t('common.discard.title')}
        confirmLabel={t('common.discard.confirm')}
        cancelLabel={t('common.discard.keep')}
        onClose={() => setPending(null)}
        onConfirm={pending}
      >
        {t('common.discard.text')}
      </ConfirmDialog>
    ),
  };
}
