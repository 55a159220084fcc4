import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import type { LoginState } from '../../../../preload/contract/app.ts';
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

/** An argument as a line of a command of Windows has it (CommandLineToArgvW). */
export function quotedForWindows(argument: string): string {
  let quotedText = '';
  let slashes = 0;
  for (const character of argument) {
    if (character === '"') quotedText += '\\'.repeat(slashes + 1);
    slashes = character === '\\' ? slashes + 1 : 0;
    quotedText += character;
  }
  return `"${quotedText}${'\\'.repeat(slashes)}"`;
}

/**
 * Whether the start at login that the user chose has an effect: macOS may want the user's approval first, and Windows
 * lets the user switch it off in the Task Manager.
 */
export function loginState(
  read: App['getLoginItemSettings'],
  platform: NodeJS.Platform,
  command: readonly string[],
): LoginState {
  if (platform === 'darwin') {
    return read().status === 'requires-approval' ? 'requires-approval' : 'as-set';
  }
  if (platform !== 'win32') return 'as-set';
  const [path = '', ...args] = command.map(quotedForWindows);
  const { openAtLogin, launchItems } = read({ path, args });
  const isOff = launchItems.length > 0 && !launchItems.some(({ enabled }) => enabled);
  return openAtLogin && isOff ? 'switched-off' : 'as-set';
}

/** Whether a start is the system's at login: by our flag, and on macOS, which takes no flags, by its own word. */
export function isLoginStart(
  read: App['getLoginItemSettings'],
  platform: NodeJS.Platform,
  flagged: boolean,
): boolean {
  return flagged || (platform === 'darwin' && read().wasOpenedAtLogin);
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
    // Electron writes them to the registry as they are, one after the other; macOS takes none
    const parts = platform === 'win32' ? command.map(quotedForWindows) : command;
    const [path = '', ...args] = parts;
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
