import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface Discard {
  /** Goes on with `then` at once where nothing was typed, else after asking. */
  readonly leave: (then: () => void) => void;
  /** The question, to be drawn within the form's overlay. */
  readonly question: ReactNode;
}

/** Keeps a form from closing over what was typed: by Escape, by a press outside or by going elsewhere. */
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
