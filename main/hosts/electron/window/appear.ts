import type { BrowserWindow } from 'electron';

/** The used parts of a window. */
interface Appearing extends Pick<BrowserWindow, 'show' | 'isDestroyed'> {
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown;
  readonly webContents: { once(event: 'did-finish-load', listener: () => void): unknown };
}

/**
 * Shows a hidden window once its page has painted or loaded: on Wayland, the default since Electron 38, a hidden window
 * may never paint, and then never emits `ready-to-show`.
 * @param atLatest ms after which it is shown anyway: other pages may never finish loading
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
