import type { BrowserWindow, NativeImage } from 'electron';
import type { TrayState } from './tray-menu.ts';

export interface Badge {
  /** @param text the same in words */
  show(state: TrayState, text: string): void;
}

/**
 * Shows the number of machines that are not up on the app's icon: in the macOS dock and in launchers that support it,
 * or as an overlay on the taskbar button on Windows, where each window has its own.
 */
export function createBadge(options: {
  readonly platform: NodeJS.Platform;
  readonly setCount: (count: number) => void;
  readonly window: () => Pick<BrowserWindow, 'id' | 'setOverlayIcon'> | undefined;
  /** Returns the icon of the worst state, or of a pause. */
  readonly iconOf: (state: TrayState) => NativeImage;
}): Badge {
  let shown = '';
  return {
    show(state, text) {
      const { troubled, more, worst } = state.overview;
      const count = troubled.length + more;
      const window = options.platform === 'win32' ? options.window() : undefined;
      const now = JSON.stringify([count, worst, state.pausedUntil !== null, text, window?.id]);
      if (now === shown) return;
      shown = now;
      if (options.platform !== 'win32') options.setCount(count);
      else window?.setOverlayIcon(count === 0 ? null : options.iconOf(state), text);
    },
  };
}
