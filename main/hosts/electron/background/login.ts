import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import type { LoginState } from '../../../../preload/contract/app.ts';
import { makeFolders, removeFile, replaceFile } from '../../../base/outside/index.ts';

/** Flag of the start at login without a window, if the app may check without one. */
export const hiddenFlag = '--hidden';

/**
 * Returns the command that starts the app again. An AppImage runs from a temporary folder or mount, and gives its own
 * path in `APPIMAGE`. Programs inherit that variable, so it counts only if the app itself runs from such a place.
 */
export function ownProgram(execPath: string, env: NodeJS.ProcessEnv): string {
  const { APPIMAGE: image = '' } = env;
  const isInside = existsSync(join(dirname(execPath), 'AppRun'));
  return isInside && isAbsolute(image) ? image : execPath;
}

/** A string in a desktop entry (section 4): a line end would end the entry's line. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');

/** An argument in the `Exec` key of a desktop entry (Desktop Entry Specification, section 7). */
function quoted(argument: string): string {
  const plain = argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${escaped(plain)}"`;
}

/** An argument in a Windows command line (CommandLineToArgvW). */
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
 * Returns whether the user's choice to start at login has an effect: macOS may require the user's approval first, and
 * Windows lets the user turn it off in the Task Manager.
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

/**
 * Returns whether the system started the app at login: by our flag, and on macOS, which passes no flags, by its own
 * report.
 */
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
    // Removing the app does not clean up every user's folder.
    `TryExec=${escaped(command[0] ?? '').replace(/^ /, '\\s')}`,
    `Exec=${command.map(quoted).join(' ')}`,
    'Icon=compute-desk',
    'Terminal=false',
    '',
  ].join('\n');
}

/** Returns the Linux autostart file (Desktop Application Autostart Specification). */
function autostartFile(env: NodeJS.ProcessEnv): string {
  const config = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return join(config, 'autostart', 'compute-desk.desktop');
}

/**
 * Turns the start at login on or off.
 * @param options.command starts the app without a window
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
    // Electron writes them unchanged to the registry, one after another; macOS takes none
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
