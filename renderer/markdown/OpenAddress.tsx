import { useT } from '../i18n/index.ts';
import { useLeave } from '../kit/leave.ts';
import { ConfirmDialog } from '../ui/index.ts';

interface OpenAddressProps {
  /** What was pressed, or null when nothing was. */
  readonly address: string | null;
  readonly onClose: () => void;
}

/** Shows where a link of an answer leads before it is opened outside the app. */
export function OpenAddress({ address, onClose }: OpenAddressProps) {
  const t = useT();
  const leave = useLeave();
  const open = async () => {
    if (address !== null) await leave(address);
  };
  return (
    <ConfirmDialog
      open={address !== null}
      title={t('chat.markdown.openTitle')}
      confirmLabel={t('chat.markdown.openLink')}
      onConfirm={open}
      onClose={onClose}
    >
      <span className="font-mono text-mono wrap-anywhere">{address}</span>
    </ConfirmDialog>
  );
}
