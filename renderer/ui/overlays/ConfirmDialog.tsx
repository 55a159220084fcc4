import { type ReactNode, useRef, useState } from 'react';
import { AppError, type AppErrorData } from '../../../preload/contract/errors.ts';
import { useT } from '../../i18n/index.ts';
import { Button } from '../buttons/Button.tsx';
import { ErrorBar } from '../notices/ErrorBar.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  /** The question with the item's name: `Delete the client “batch-7”?` */
  readonly title: string;
  /** What will be lost or shown, and whether it can be restored. */
  readonly children?: ReactNode;
  /** The verb, never just OK: `Delete client`. */
  readonly confirmLabel: string;
  /** For cases in which "Cancel" would be ambiguous. */
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** A promise keeps the dialog open and busy; an `AppError` rejection is shown in place. */
  readonly onConfirm: () => void | Promise<void>;
  /** Called by Cancel, by Escape, and after `onConfirm` has succeeded. */
  readonly onClose: () => void;
}

/** Confirms an irreversible action. Cancel has the focus and changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, danger = false, onConfirm, onClose } = props;
  const t = useT();
  const { cancelLabel = t('common.cancel') } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AppErrorData | null>(null);

  const close = () => {
    setProblem(null);
    onClose();
  };
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
      close();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setProblem(error.toData());
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      busy={busy}
      onClose={close}
      role="alertdialog"
      size="small"
      title={title}
      description={children}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} disabled={busy} onClick={close}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {problem && <ErrorBar error={problem} />}
    </Dialog>
  );
}
