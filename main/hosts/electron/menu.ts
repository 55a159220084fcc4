import type { MenuItemConstructorOptions } from 'electron';
import { type MenuId, menuEntries, menuIds } from '../../../preload/contract/menu.ts';
import { withAccessKeys } from './access-keys/index.ts';
import type { Labels } from './labels.ts';
import type { ZoomStep } from './zoom/index.ts';

interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly labels: Labels;
  /** The same in English, whose letters are the access keys. */
  readonly english: Labels;
  /** Shows the developer tools: not in a packaged app. */
  readonly developer: boolean;
  send(command: MenuId): void;
  newWindow(): void;
  about(): void;
  zoom(how: ZoomStep): void;
}

/** Returns the application menu, with access keys where they exist. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const menu = templateOf(options);
  if (options.platform === 'darwin') return menu;
  return withAccessKeys(menu, templateOf({ ...options, labels: options.english }));
}

/** Uses Electron's roles with our labels, since Electron's are English only. */
function templateOf(options: MenuOptions): MenuItemConstructorOptions[] {
  const { platform, labels, developer, send, newWindow, zoom } = options;
  const mac = platform === 'darwin';
  const separator: MenuItemConstructorOptions = { type: 'separator' };

  /** Returns the entries of a menu that send commands to the window. */
  const entriesOf = (menu: (typeof menuEntries)[MenuId]['menu']): MenuItemConstructorOptions[] =>
    menuIds
      .filter((id) => menuEntries[id].menu === menu)
      .map((id) => ({
        label: labels[id],
        accelerator: acceleratorOf(menuEntries[id].keys),
        ...(menuEntries[id].inWindow ? { registerAccelerator: false } : {}),
        click: () => send(id),
      }));
  const quit: MenuItemConstructorOptions = { role: 'quit', label: labels.quit };
  const about: MenuItemConstructorOptions = mac
    ? { role: 'about', label: labels.about }
    : { label: labels.about, click: options.about };
  const close: MenuItemConstructorOptions = { role: 'close', label: labels.close };

  const appMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      about,
      separator,
      ...entriesOf('application'),
      separator,
      { role: 'services', label: labels.services },
      separator,
      { role: 'hide', label: labels.hide },
      { role: 'hideOthers', label: labels.hideOthers },
      { role: 'unhide', label: labels.unhide },
      separator,
      quit,
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: labels.file,
    submenu: [
      ...entriesOf('file'),
      { label: labels.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: newWindow },
      separator,
      ...(mac ? [close] : [...entriesOf('application'), separator, about, close, quit]),
    ],
  };
  const edit: MenuItemConstructorOptions = {
    label: labels.edit,
    submenu: [
      { role: 'undo', label: labels.undo },
      { role: 'redo', label: labels.redo },
      separator,
      { role: 'cut', label: labels.cut },
      { role: 'copy', label: labels.copy },
      { role: 'paste', label: labels.paste },
      { role: 'selectAll', label: labels.selectAll },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: labels.view,
    submenu: [
      ...entriesOf('view'),
      separator,
      { role: 'reload', label: labels.reload },
      separator,
      { label: labels.resetZoom, accelerator: 'CmdOrCtrl+0', click: () => zoom('reset') },
      { label: labels.zoomIn, accelerator: 'CmdOrCtrl+Plus', click: () => zoom('in') },
      // the plus key without Shift
      ...hidden({ label: labels.zoomIn, accelerator: 'CmdOrCtrl+=', click: () => zoom('in') }),
      { label: labels.zoomOut, accelerator: 'CmdOrCtrl+-', click: () => zoom('out') },
      separator,
      { role: 'togglefullscreen', label: labels.fullScreen },
      ...(developer ? [{ role: 'toggleDevTools', label: labels.developerTools } as const] : []),
    ],
  };
  const window: MenuItemConstructorOptions = {
    role: 'windowMenu',
    label: labels.window,
    submenu: [
      { role: 'minimize', label: labels.minimize },
      { role: 'zoom', label: labels.zoom },
      separator,
      { role: 'front', label: labels.front },
    ],
  };
  const help: MenuItemConstructorOptions = {
    role: 'help',
    label: labels.help,
    submenu: entriesOf('help'),
  };
  return mac ? [appMenu, file, edit, view, window, help] : [file, edit, view, help];
}

/** Not shown, but its shortcut works. */
const hidden = (item: MenuItemConstructorOptions): MenuItemConstructorOptions[] => [
  { ...item, visible: false, acceleratorWorksWhenHidden: true },
];

/** Converts `mod+shift+k` to Electron's form: `CmdOrCtrl+Shift+K`. */
function acceleratorOf(keys: string): string {
  const named = keys.split('+').map((key) => key.charAt(0).toUpperCase() + key.slice(1));
  return named.join('+').replace('Mod', 'CmdOrCtrl');
}
