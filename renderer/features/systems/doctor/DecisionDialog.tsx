import type { ReactNode } from 'react';
import { useT } from '../../../i18n/index.ts';
import { Button, Dialog } from '../../../ui/index.ts';

interface DecisionDialogProps {
  readonly title: string;
  readonly text: string;
  /** Label of the confirming button. */
  readonly action: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onAction: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for a decision about a server's certificate that only the user can make, with all available facts. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { title, text, action, busy, disabled = false, onAction, onClose, children } = props;
  const t = useT();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={busy} disabled={disabled} onClick={onAction}>
            {action}
          </Button>
        </>
      }
    >
      <div className="space-y-4">{children}</div>
    </Dialog>
  );
}
