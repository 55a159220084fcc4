import { useT } from '../i18n/index.ts';
import { useClient } from '../kit/index.ts';
import { ConfirmDialog } from '../ui/index.ts';

interface OpenAddressProps {
  /** What was pressed, or null when nothing was. */
  readonly address: string | null;
  readonly onClose: () => void;
}

/** Shows where a link of an answer leads before it is opened outside the app. */
export function OpenAddress({ address, onClose }: OpenAddressProps) {
  const t = useT();
  const client = useClient();
  const open = async () => {
    if (address === null) return;
    const { opened } = await client.call('app.openExternal', { url: address });
    if (!opened) window.open(address, '_blank', 'noopener,noreferrer');
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
