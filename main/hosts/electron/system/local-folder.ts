import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join, win32 } from 'node:path';

/**
 * Returns the folder of Chromium's files and crash dumps. On Windows with roaming profiles `%APPDATA%` is copied to a
 * server at each log-off, so caches stay in `%LOCALAPPDATA%`; a data folder named by the user contains all of them.
 * @param options.isNamed whether the data folder was named by a flag, or is a portable app's
 */
export function localFolder(options: {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dataFolder: string;
  readonly isNamed: boolean;
}): string {
  const { platform, env, dataFolder, isNamed } = options;
  const { LOCALAPPDATA: local = '' } = env;
  if (platform !== 'win32' || isNamed || !win32.isAbsolute(local)) return dataFolder;
  return win32.join(local, 'compute-desk');
}

/** Returns the folder of Chromium's own files, below the local folder. */
export const browserFolder = (local: string): string => join(local, 'browser');

/**
 * Copies the key with which Windows seals the user's secrets from a data folder that had it before, or from a backup's:
 * it is in Chromium's `Local State`, and without it they cannot be opened.
 */
export function copySealingKey(dataFolder: string, local: string): void {
  if (local === dataFolder) return;
  const [from, to] = [dataFolder, local].map((folder) =>
    join(browserFolder(folder), 'Local State'),
  );
  if (from === undefined || to === undefined || !existsSync(from) || existsSync(to)) return;
  mkdirSync(browserFolder(local), { recursive: true });
  copyFileSync(from, to);
}
