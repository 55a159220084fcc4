import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { makeFolders, removeFile, replaceFile } from '../../../base/outside/index.ts';

/** How the app is started at login: without a window, as long as it is to check without one. */
export const hiddenFlag = '--hidden';

/**
 * What starts the app anew. An AppImage is unpacked or mounted where nothing lies afterwards, and says by `APPIMAGE`
 * where itself lies. Programs hand that on to what they start: it counts only where the app itself runs out of one.
 */
export function ownProgram(execPath: string, env: NodeJS.ProcessEnv): string {
  const { APPIMAGE: image = '' } = env;
  const isInside = existsSync(join(dirname(execPath), 'AppRun'));
  return isInside && isAbsolute(image) ? image : execPath;
}

/** A string of a desktop entry (section 4): an end of a line would be that of the entry. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');

/** An argument in the `Exec` of a desktop entry (Desktop Entry Specification, section 7). */
function quoted(argument: string): string {
  const plain = argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${escaped(plain)}"`;
}

export function autostartEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Compute Desk',
    // Whoever removes the app does not come by every user's folder.
    `TryExec=${escaped(command[0] ?? '').replace(/^ /, '\\s')}`,
    `Exec=${command.map(quoted).join(' ')}`,
    'Icon=compute-desk',
    'Terminal=false',
    '',
  ].join('\n');
}

/** Where desktops on Linux look for what starts at login (Desktop Application Autostart Specification). */
function autostartFile(env: NodeJS.ProcessEnv): string {
  const config = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return join(config, 'autostart', 'compute-desk.desktop');
}

/**
 * Has the app started at login, or no longer.
 * @param options.command what starts it, without a window
 * @throws as `replaceFile`
 */
export async function setStartAtLogin(
  on: boolean,
  options: {
    readonly platform: NodeJS.Platform;
    readonly env: NodeJS.ProcessEnv;
    readonly command: readonly string[];
    readonly setLoginItem: (item: { openAtLogin: boolean; path: string; args: string[] }) => void;
  },
): Promise<void> {
  const { platform, env, command, setLoginItem } = options;
  if (platform !== 'linux') {
    const [path = '', ...args] = command;
    setLoginItem({ openAtLogin: on, path, args });
    return;
  }
  const file = autostartFile(env);
  if (!on) {
    await removeFile(file);
    return;
  }
  await makeFolders(dirname(file));
  await replaceFile(file, 0o600, autostartEntry(command));
}
