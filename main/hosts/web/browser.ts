import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/**
 * Starts the user's browser on a file. Arguments of a process are for everyone to read, so what they name
 * must not matter to others. Resolves when it was started, or when the terminal was told that it was not.
 */
export function openInBrowser(file: string): Promise<void> {
  const [command, ...args] = opener(pathToFileURL(file).href);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.unref();
  return new Promise((resolve) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      process.stderr.write(`No browser was opened: ${error.message}\n`);
      resolve();
    });
  });
}

function opener(address: string): [command: string, ...args: string[]] {
  switch (process.platform) {
    case 'darwin':
      return ['open', address];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', address];
    default:
      return ['xdg-open', address];
  }
}
