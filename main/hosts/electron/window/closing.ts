import type { BrowserWindow } from 'electron';

/** What is used of a window. */
interface Closing extends Pick<BrowserWindow, 'minimize'> {
  on(event: 'blur' | 'minimize', listener: () => void): unknown;
}

/**
 * Minimizes a window instead of closing it, so that an app which goes on without a window can be seen and brought back
 * where no tray shows it. Where the window manager minimizes nothing, the second press closes the window.
 * @param isWanted whether it is to be minimized now
 * @returns whether it was, to be asked at each attempt to close it
 */
export function minimizeInstead(window: Closing, isWanted: () => boolean): () => boolean {
  let isTried = false;
  const worked = (): void => {
    isTried = false;
  };
  window.on('minimize', worked);
  window.on('blur', worked);
  return () => {
    if (isTried || !isWanted()) return false;
    isTried = true;
    window.minimize();
    return true;
  };
}
