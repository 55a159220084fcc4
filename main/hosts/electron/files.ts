import { basename, join } from 'node:path';
import type { BrowserWindow, SaveDialogOptions, SaveDialogReturnValue } from 'electron';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Sender } from '../../../preload/contract/index.ts';
import type { SavedFile } from '../../../preload/contract/shapes.ts';
import type { Files, SaveStreamed } from '../../base/host.ts';
import { replaceFile, replaceWith } from '../../base/outside/index.ts';

/** Saves through the operating system's dialog. */
export function createFiles(options: {
  /** The user's own file mode mask, for files without secrets. */
  userMask: number;
  /** Returns the folder in which the dialog opens. */
  folder(): string;
  windowOf(senderId: string): BrowserWindow | undefined;
  ask(
    window: BrowserWindow | undefined,
    options: SaveDialogOptions,
  ): Promise<SaveDialogReturnValue>;
}): { readonly files: Files; readonly saveStreamed: SaveStreamed } {
  const { userMask, folder, windowOf, ask } = options;
  const save = async (
    name: string,
    sender: Sender,
    write: (filePath: string) => Promise<unknown>,
  ): Promise<SavedFile> => {
    const { canceled, filePath } = await ask(windowOf(sender.id), {
      defaultPath: join(folder(), name),
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    if (canceled || filePath === '') return { kind: 'cancelled' };
    try {
      await write(filePath);
    } catch (cause) {
      // a failed creation has its own error
      if (cause instanceof AppError) throw cause;
      throw new AppError('file-not-saved', { details: { name: basename(filePath) }, cause });
    }
    return { kind: 'saved', path: filePath };
  };
  return {
    files: {
      save: ({ name, bytes, secret }, sender) =>
        save(name, sender, (file) => replaceFile(file, secret ? 0o600 : 0o666 & ~userMask, bytes)),
    },
    saveStreamed: ({ name, write }, sender) =>
      save(name, sender, (file) => replaceWith(file, write)),
  };
}
