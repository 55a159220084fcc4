import { Menu, nativeImage, Tray } from 'electron';
import type { Language } from '../../../../common/texts/language.ts';
import type { Labels } from '../labels.ts';
import { stateIcons } from './state-icons.ts';
import { type TrayActions, type TrayState, trayMenu, trayText } from './tray-menu.ts';

export interface StateTray {
  /** Updates the tray. */
  follow(): void;
  close(): void;
}

type Icon = keyof typeof stateIcons;

/** Shows the worst state of all machines in the tray or menu bar. */
export function createTray(options: {
  readonly state: () => TrayState;
  readonly actions: TrayActions;
  readonly labels: () => Labels;
  readonly language: () => Language;
}): StateTray {
  const { actions } = options;
  const tray = new Tray(imageOf('unknown'));
  // on macOS a click opens the menu, but Electron reports it anyway
  if (process.platform !== 'darwin') tray.on('click', () => actions.open());
  let shown = '';

  return {
    follow() {
      const state = options.state();
      const labels = options.labels();
      const icon = iconName(state);
      const text = trayText(state, labels);
      const template = trayMenu(state, actions, labels, options.language());
      // an open menu is not replaced needlessly
      const now = JSON.stringify([icon, text, template]);
      if (now === shown) return;
      shown = now;
      tray.setImage(imageOf(icon));
      tray.setToolTip(`Compute Desk: ${text}`);
      tray.setContextMenu(Menu.buildFromTemplate(template));
    },
    close: () => tray.destroy(),
  };
}

function iconName({ overview, pausedUntil }: TrayState): Icon {
  return pausedUntil !== null ? 'paused' : (overview.worst ?? 'unknown');
}

/** Returns the icon of the current state. */
export function iconOf(state: TrayState): Electron.NativeImage {
  return imageOf(iconName(state));
}

function imageOf(icon: Icon): Electron.NativeImage {
  const { small, large } = stateIcons[icon];
  const image = nativeImage.createEmpty();
  image.addRepresentation({ scaleFactor: 1, buffer: Buffer.from(small, 'base64') });
  image.addRepresentation({ scaleFactor: 2, buffer: Buffer.from(large, 'base64') });
  return image;
}
