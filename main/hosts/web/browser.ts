import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { causeText } from '../../base/log/cause-text.ts';

/**
 * Starts the user's browser on a file. Arguments of a process are for everyone to read, so what they name
 * must not matter to others. Resolves when it was started, or when the terminal was told that it was not.
 */
export function openInBrowser(file: string): Promise<void> {
  const [command, ...args] = opener(file, process.platform);
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
      // what a policy of Windows forbids to start is thrown at once
      fail(cause);
    }
  });
}

/**
 * What opens a file in the browser. Windows gets the path itself: of an address it reads the bytes of `%E5%B1%B1` in its
 * own code page, and finds no folder of a user with such a name.
 */
export function opener(
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
