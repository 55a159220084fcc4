import { changeShownAfter } from '../../../../preload/contract/work/file-limits.ts';
import type { FileEntry } from '../../../../preload/contract/work/files.ts';
import { useT } from '../../../i18n/index.ts';
import { toProblem, useStores } from '../../../kit/index.ts';
import { NameDialog } from '../../../kit/NameDialog.tsx';
import { ConfirmDialog, useToasts } from '../../../ui/index.ts';
import { joined, shownName } from './names.ts';

export type Change =
  | { readonly kind: 'new'; readonly make: (name: string) => Promise<unknown> }
  | { readonly kind: 'rename' | 'delete'; readonly entry: FileEntry };

interface ChangeDialogProps {
  readonly change: Change;
  /** The folder there; null for a change on this computer. */
  readonly folder: {
    readonly systemId: string;
    readonly machine: string;
    readonly path: string;
  } | null;
  readonly onDone: () => void;
  /** It ended when nobody waited for it any more. */
  readonly onLate: () => void;
  readonly onClose: () => void;
}

/** Asks for the name of a new folder or a new name, or whether to delete. */
export function ChangeDialog({ change, folder, onDone, onLate, onClose }: ChangeDialogProps) {
  const t = useT();
  const { client, vault, window } = useStores();
  const toasts = useToasts();
  const goOn = (change: Promise<unknown>) => {
    toasts.show({ text: t('files.goesOn') });
    void window.carryOut(() => change.then(onLate, isWanted));
  };
  // whoever cancelled it knows
  const isWanted = (cause: unknown) => {
    if (toProblem(cause).code !== 'cancelled') throw cause;
    onLate();
  };
  const carryOut = async (call: () => Promise<unknown>) => {
    if (await vault.withVault(() => endsSoon(call(), goOn))) onDone();
  };
  if (change.kind === 'new') {
    return (
      <NameDialog
        title={t('files.newFolder.title')}
        label={t('files.newFolder.name')}
        name=""
        onRename={(name) => carryOut(() => change.make(name))}
        onClose={onClose}
      />
    );
  }
  if (folder === null) return null;
  const { entry } = change;
  const at = (name: string) => ({ ...folder, path: joined(folder.path, name) });
  const shown = shownName(entry.name);
  if (change.kind === 'rename') {
    return (
      <NameDialog
        title={t('files.rename.title', { name: shown })}
        label={t('files.rename.name')}
        name={entry.name}
        onRename={(name) =>
          carryOut(() => client.call('files.rename', { ...at(entry.name), name }))
        }
        onClose={onClose}
      />
    );
  }
  const isFolder = entry.kind === 'folder';
  return (
    <ConfirmDialog
      open
      danger
      title={t('files.delete.title', { name: shown })}
      confirmLabel={t(isFolder ? 'files.delete.folder' : 'files.delete.file')}
      onConfirm={() =>
        carryOut(() =>
          client.call('files.remove', { ...at(entry.name), kind: isFolder ? 'folder' : 'file' }),
        )
      }
      onClose={onClose}
    >
      {t(isFolder ? 'files.delete.folderText' : 'files.delete.fileText', { name: folder.machine })}
    </ConfirmDialog>
  );
}

/**
 * A change that the system queues as a job of its own can take hours: the dialog is not kept open for it. Returns whether it
 * ended while one waits for it; one that did not is handed to `goOn`.
 */
async function endsSoon(
  change: Promise<unknown>,
  goOn: (change: Promise<unknown>) => void,
): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, changeShownAfter, false);
  });
  try {
    const isDone = await Promise.race([change.then(() => true as const), late]);
    if (!isDone) goOn(change);
    return isDone;
  } finally {
    clearTimeout(timer);
  }
}
