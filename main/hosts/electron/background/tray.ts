import { app, type BrowserWindow, Menu, nativeImage, Tray } from 'electron';
import type { Language } from '../../../../preload/contract/language.ts';
import type { Labels } from '../labels.ts';
import { stateIcons } from './state-icons.ts';
import { type TrayActions, type TrayState, trayMenu, trayText } from './tray-menu.ts';

export interface StateTray {
  /** Shows what is so now. */
  follow(): void;
  close(): void;
}

type Icon = keyof typeof stateIcons;

/** The worst state of all machines in the tray or menu bar, and how many are not up on the app's own icon. */
export function createTray(options: {
  readonly platform: NodeJS.Platform;
  readonly state: () => TrayState;
  readonly actions: TrayActions;
  readonly labels: () => Labels;
  readonly language: () => Language;
  /** Where Windows shows the worst state, on the taskbar. */
  readonly window: () => BrowserWindow | undefined;
}): StateTray {
  const { platform, actions } = options;
  const tray = new Tray(iconOf('unknown'));
  tray.on('click', () => actions.open());
  let shown = '';

  return {
    follow() {
      const state = options.state();
      const labels = options.labels();
      const { worst, troubled, more } = state.overview;
      const icon: Icon = state.pausedUntil !== null ? 'paused' : (worst ?? 'unknown');
      const text = trayText(state, labels);
      const template = trayMenu(state, actions, labels, options.language());
      // a menu that is open is not taken from under the user's hand for nothing
      const now = JSON.stringify([icon, text, template]);
      if (now === shown) return;
      shown = now;
      tray.setImage(iconOf(icon));
      tray.setToolTip(`Compute Desk: ${text}`);
      tray.setContextMenu(Menu.buildFromTemplate(template));
      const trouble = troubled.length + more;
      if (platform === 'win32') {
        options.window()?.setOverlayIcon(trouble === 0 ? null : iconOf(icon), text);
      } else app.setBadgeCount(trouble);
    },
    close: () => tray.destroy(),
  };
}

function iconOf(icon: Icon): Electron.NativeImage {
  const { small, large } = stateIcons[icon];
  const image = nativeImage.createEmpty();
  image.addRepresentation({ scaleFactor: 1, buffer: Buffer.from(small, 'base64') });
  image.addRepresentation({ scaleFactor: 2, buffer: Buffer.from(large, 'base64') });
  return image;
}
