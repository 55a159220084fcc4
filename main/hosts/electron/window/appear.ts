import type { BrowserWindow } from 'electron';

/** What is used of a window. */
interface Appearing extends Pick<BrowserWindow, 'show' | 'isDestroyed'> {
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown;
  readonly webContents: { once(event: 'did-finish-load', listener: () => void): unknown };
}

/**
 * Shows a hidden window once, when its page has painted or has loaded: on Wayland, which is the default since
 * Electron 38, a window that is not shown may paint nothing, and then never is `ready-to-show`.
 * @param atLatest ms after which it is shown anyway: a page of others may never end to load
 */
export function showWhenReady(window: Appearing, atLatest?: number): void {
  let timer: NodeJS.Timeout | undefined;
  let isDone = false;
  const appear = (): void => {
    clearTimeout(timer);
    if (isDone || window.isDestroyed()) return;
    isDone = true;
    window.show();
  };
  window.once('ready-to-show', appear);
  window.webContents.once('did-finish-load', appear);
  if (atLatest === undefined) return;
  timer = setTimeout(appear, atLatest);
  window.once('closed', () => clearTimeout(timer));
}
