import { homedir } from 'node:os';
import { join } from 'node:path';

const name = 'compute-desk';

/** Where the app keeps its data when `--data-dir` does not say: the same folder under both hosts. */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home = homedir(),
): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), name);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name);
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), name);
}
