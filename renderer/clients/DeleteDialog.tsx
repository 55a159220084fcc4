import type { Client } from '../../preload/contract/clients.ts';
import { AppError } from '../../preload/contract/errors.ts';
import { useT } from '../i18n/index.ts';
import { useStores } from '../stores/index.ts';
import { ConfirmDialog, Mono, useToasts } from '../ui/index.ts';

interface DeleteDialogProps {
  readonly clients: readonly Client[];
  /** The Client ID that this app signs in with. */
  readonly signInId: string | null;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks before clients are deleted, names them, and warns of the app's own; cancel leaves them in place. */
export function DeleteDialog({ clients, signInId, onClose, onDeleted }: DeleteDialogProps) {
  const t = useT();
  const { client: main, vault } = useStores();
  const toasts = useToasts();
  const count = clients.length;
  const clientId = clients[0]?.clientId ?? '';
  const own = clients.some((client) => client.clientId === signInId);
  const onlyKept = clients.every(({ source }) => source === 'kept');

  const remove = async () => {
    const ids = clients.map(({ id }) => id);
    const { failed } = await vault.withVault(() => main.call('clients.removeMany', { ids }));
    const [first] = failed;
    if (first !== undefined) throw AppError.fromData(first.problem);
    toasts.show({
      text: count === 1 ? t('clients.deleted', { clientId }) : t('clients.deletedMany', { count }),
    });
    onDeleted();
  };

  return (
    <ConfirmDialog
      open
      danger
      title={
        count === 1
          ? t('clients.deleteTitle', { clientId })
          : t('clients.deleteManyTitle', { count })
      }
      confirmLabel={count === 1 ? t('clients.delete') : t('clients.deleteMany', { count })}
      onClose={onClose}
      onConfirm={remove}
    >
      {count > 1 && (
        <span className="mb-2 block max-h-40 overflow-y-auto">
          {clients.map(({ id, clientId: name }) => (
            <span key={id} className="block">
              <Mono>{name}</Mono>
            </span>
          ))}
        </span>
      )}
      {t(onlyKept ? 'clients.deleteKeptText' : 'clients.deleteText')}
      {own && (
        <strong className="mt-2 block font-medium text-down-text">
          {t('clients.deleteOwn', { clientId: signInId ?? '' })}
        </strong>
      )}
    </ConfirmDialog>
  );
}
