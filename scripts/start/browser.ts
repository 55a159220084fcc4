import { spawn } from 'node:child_process';

/** Opens the address in the user's browser where there is one; the printed line is what remains otherwise. */
export function openInBrowser(url: string): void {
  const [command, ...args] = opener(url);
  if (command === undefined) return;
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', (error) => console.error(`No browser was opened: ${error.message}`));
  child.unref();
}

function opener(url: string): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', url];
    default:
      // Without a display xdg-open would fall back to a text browser and take over the terminal.
      return hasDisplay() ? ['xdg-open', url] : [];
  }
}

export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}
