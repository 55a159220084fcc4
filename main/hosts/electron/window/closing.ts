import type { BrowserWindow } from 'electron';

/** The used parts of a window. */
interface Closing extends Pick<BrowserWindow, 'minimize'> {
  on(event: 'blur' | 'minimize', listener: () => void): unknown;
}

/**
 * Minimizes a window instead of closing it, so that an app that keeps running without a window stays visible and
 * reachable if no tray shows it. If the window manager cannot minimize, the second attempt closes the window.
 * @param isWanted returns whether to minimize it now
 * @returns whether it was minimized; call it at each attempt to close
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
