import type { Client } from '../../preload/contract/clients.ts';
import { useT } from '../i18n/index.ts';
import { useStores } from '../stores/index.ts';
import { ConfirmDialog, useToasts } from '../ui/index.ts';

interface DeleteDialogProps {
  readonly client: Client;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks before a client is deleted; cancel leaves it in place. */
export function DeleteDialog({ client, onClose, onDeleted }: DeleteDialogProps) {
  const t = useT();
  const { client: main, vault } = useStores();
  const toasts = useToasts();
  const { id, clientId } = client;
  return (
    <ConfirmDialog
      open
      danger
      title={t('clients.deleteTitle', { clientId })}
      confirmLabel={t('clients.delete')}
      onClose={onClose}
      onConfirm={async () => {
        await vault.withVault(() => main.call('clients.remove', { id }));
        toasts.show({ text: t('clients.deleted', { clientId }) });
        onDeleted();
      }}
    >
      {t('clients.deleteText')}
    </ConfirmDialog>
  );
}
