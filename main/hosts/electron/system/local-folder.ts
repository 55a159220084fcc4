import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join, win32 } from 'node:path';

/**
 * Where Chromium's files and dumps of crashes lie. On Windows `%APPDATA%` is copied to a server at each log-off where
 * profiles roam, so caches stay in `%LOCALAPPDATA%`; a data folder that the user has named keeps all that is its own.
 * @param options.isNamed the data folder was named by a flag, or is a portable app's
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

/** Chromium's own files, below the local folder. */
export const browserFolder = (local: string): string => join(local, 'browser');

/**
 * Takes the key that Windows seals the user's secrets with along from a data folder where it lay before, or from that
 * of a backup: it stands in Chromium's `Local State`, and without it they cannot be opened.
 */
export function takeSealingKey(dataFolder: string, local: string): void {
  if (local === dataFolder) return;
  const [from, to] = [dataFolder, local].map((folder) =>
    join(browserFolder(folder), 'Local State'),
  );
  if (from === undefined || to === undefined || !existsSync(from) || existsSync(to)) return;
  mkdirSync(browserFolder(local), { recursive: true });
  copyFileSync(from, to);
}
