import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { causeText } from '../../base/log/cause-text.ts';

/**
 * Starts the user's browser on a file. Everyone can read a process's arguments, so the path must be useless to others.
 * Resolves when it was started, or when the terminal was told that it was not.
 */
export function openInBrowser(file: string): Promise<void> {
  const [command, ...args] = openCommand(file, process.platform);
  return new Promise((resolve) => {
    const fail = (cause: unknown): void => {
      process.stderr.write(`No browser was opened: ${causeText(cause)}\n`);
      resolve();
    };
    try {
      const child = spawn(command, args, { stdio: 'ignore', detached: true });
      child.unref();
      child.once('spawn', resolve);
      child.once('error', fail);
    } catch (cause) {
      // a start forbidden by a Windows policy throws at once
      fail(cause);
    }
  });
}

/**
 * Returns the command that opens a file in the browser. Windows gets the plain path: it reads the bytes of `%E5%B1%B1`
 * in its own code page, and would not find a user's folder with such a name.
 */
export function openCommand(
  file: string,
  platform: NodeJS.Platform,
): [command: string, ...args: string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', pathToFileURL(file).href];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', file];
    default:
      return ['xdg-open', pathToFileURL(file).href];
  }
}
