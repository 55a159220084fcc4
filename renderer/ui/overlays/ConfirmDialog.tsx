import { type ReactNode, useRef, useState } from 'react';
import { AppError, type AppErrorData } from '../../../preload/contract/errors.ts';
import { useT } from '../../i18n/index.ts';
import { Button } from '../buttons/Button.tsx';
import { ErrorBar } from '../notices/ErrorBar.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  /** The question, naming the thing: `Delete the client “batch-7”?` */
  readonly title: string;
  /** What will be lost or shown, and whether it can be had back. */
  readonly children?: ReactNode;
  /** The verb, never just OK: `Delete client`. */
  readonly confirmLabel: string;
  /** Where "Cancel" would not say what stays. */
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** A promise keeps the dialog open and busy; an `AppError` it rejects with is shown in place. */
  readonly onConfirm: () => void | Promise<void>;
  /** Asked for by Cancel, by Escape, and after `onConfirm` has ended well. */
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. Cancel has the focus and leaves everything. */
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
