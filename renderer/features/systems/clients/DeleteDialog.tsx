import { AppError } from '../../../../preload/contract/errors.ts';
import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import type { Attempt } from '../../../kit/useProblem.ts';
import { ConfirmDialog, Mono, useToasts } from '../../../ui/index.ts';

interface DeleteDialogProps {
  readonly clients: readonly Client[];
  /** The app's own Client ID for signing in. */
  readonly signInId: string | null;
  /** Carries out an action after the dialog has closed, and shows its error. */
  readonly attempt: Attempt;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
  /** Clients that the system kept: asks about them again, with the reason for the first. */
  readonly onRefused: (clients: readonly Client[]) => void;
}

/** Confirms the deletion of clients, lists them, and warns about the app's own; cancel leaves them in place. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { clients, signInId, onClose, onDeleted, onRefused, attempt } = props;
  const t = useT();
  const { client: main, vault } = useStores();
  const toasts = useToasts();
  const count = clients.length;
  const clientId = clients[0]?.clientId ?? '';
  const own = clients.some((client) => client.clientId === signInId);
  const onlyKept = clients.every(({ source }) => source === 'kept');

  const remove = async () => {
    const ids = clients.map(({ id }) => id);
    const outcome = await vault.withVault(() => main.call('clients.removeMany', { ids }));
    const { removed, restorable, failed } = outcome;
    const gone = clients.filter(({ id }) => removed.includes(id));
    if (gone.length > 0) {
      const restore = () => main.call('clients.restore', { ids: restorable });
      toasts.show({
        text:
          gone.length === 1
            ? t('clients.deleted', { clientId: gone[0]?.clientId ?? '' })
            : t('clients.deletedMany', { count: gone.length }),
        ...(restorable.length > 0 ? { undo: () => void attempt(restore) } : {}),
      });
    }
    const [first] = failed;
    if (first !== undefined) {
      onRefused(clients.filter(({ id }) => failed.some((one) => one.id === id)));
      throw AppError.fromData(first.problem);
    }
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
      {t(onlyKept ? 'clients.deleteKeptText' : 'clients.deleteText', { count })}
      {own && (
        <strong className="mt-2 block font-medium text-down-text">
          {t('clients.deleteOwn', { clientId: signInId ?? '' })}
        </strong>
      )}
    </ConfirmDialog>
  );
}
