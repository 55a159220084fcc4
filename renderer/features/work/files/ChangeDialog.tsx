import type { FileEntry } from '../../../../preload/contract/work/files.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { NameDialog } from '../../../kit/NameDialog.tsx';
import { ConfirmDialog } from '../../../ui/index.ts';
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
  readonly onClose: () => void;
}

/** Asks for the name of a new folder or a new name, or whether to delete. */
export function ChangeDialog({ change, folder, onDone, onClose }: ChangeDialogProps) {
  const t = useT();
  const { client, vault } = useStores();
  const carryOut = async (call: () => Promise<unknown>) => {
    await vault.withVault(call);
    onDone();
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
