import { join } from 'node:path';
import { AppError } from '../../preload/contract/errors.ts';
import { homeFolder } from '../base/files/home-folder.ts';

const name = 'compute-desk';

/**
 * Returns the default data folder without `--data-dir`: the same under both hosts.
 * @throws AppError `data-folder-refused` if the computer names no home for the user
 */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home = homeFolder(),
): string {
  if (platform === 'win32' && env.APPDATA) return join(env.APPDATA, name);
  if (platform !== 'win32' && platform !== 'darwin' && env.XDG_CONFIG_HOME) {
    return join(env.XDG_CONFIG_HOME, name);
  }
  if (home === null) {
    throw new AppError('data-folder-refused', { details: { reason: 'no-home', path: '' } });
  }
  if (platform === 'win32') return join(home, 'AppData', 'Roaming', name);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name);
  return join(home, '.config', name);
}
