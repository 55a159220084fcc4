import { statSync } from 'node:fs';
import { AppError } from '../../../preload/contract/errors.ts';
import type { SettingsFile } from '../host.ts';

/**
 * The data folder may be moved while the app runs, and another stand in its place: the open database goes
 * along, but a file that is written by its path would land with a stranger.
 * @returns to be called before such a write. @throws AppError `data-folder-moved`
 */
export function keepInPlace(folder: string): () => void {
  const { dev, ino } = statSync(folder);
  return () => {
    const now = statSync(folder, { throwIfNoEntry: false });
    if (now?.dev !== dev || now.ino !== ino) throw new AppError('data-folder-moved');
  };
}

/** The settings, written only while this folder, in which they lie, is in its place. */
export function settingsInPlace(file: SettingsFile, folder: string): SettingsFile {
  const inPlace = keepInPlace(folder);
  return {
    get: file.get,
    set(key, value) {
      inPlace();
      file.set(key, value);
    },
  };
}
