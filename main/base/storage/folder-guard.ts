import { statSync } from 'node:fs';
import { AppError } from '../../../preload/contract/errors.ts';
import type { SettingsFile } from '../host.ts';

/**
 * Guards writes by path: the data folder may be moved and replaced while the app runs. The open database moves along,
 * but a file written by its path would land in the other folder.
 * @returns call it before such a write. @throws AppError `data-folder-moved`
 */
export function createFolderGuard(folder: string): () => void {
  const { dev, ino } = statSync(folder);
  return () => {
    const now = statSync(folder, { throwIfNoEntry: false });
    if (now?.dev !== dev || now.ino !== ino) throw new AppError('data-folder-moved');
  };
}

/** Writes the settings only while their folder is in its place. */
export function guardSettings(file: SettingsFile, folder: string): SettingsFile {
  const inPlace = createFolderGuard(folder);
  return {
    get: file.get,
    set(key, value) {
      inPlace();
      file.set(key, value);
    },
  };
}
