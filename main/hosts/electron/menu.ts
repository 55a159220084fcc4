import type { MenuItemConstructorOptions } from 'electron';
import type { EventPayload } from '../../../preload/contract/index.ts';
import type { Labels } from './labels.ts';

export type Command = EventPayload<'app.command'>['command'];

/** The application menu. Roles do the work; their labels are ours, since Electron knows English only. */
export function menuTemplate(options: {
  platform: NodeJS.Platform;
  labels: Labels;
  /** Shows the developer tools: not in a packaged app. */
  developer: boolean;
  send(command: Command): void;
}): MenuItemConstructorOptions[] {
  const { platform, labels, developer, send } = options;
  const mac = platform === 'darwin';
  const separator: MenuItemConstructorOptions = { type: 'separator' };

  const settings: MenuItemConstructorOptions = {
    label: labels.settings,
    accelerator: 'CmdOrCtrl+,',
    click: () => send('settings'),
  };
  const quit: MenuItemConstructorOptions = { role: 'quit', label: labels.quit };
  const about: MenuItemConstructorOptions = { role: 'about', label: labels.about };

  const appMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      about,
      separator,
      settings,
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
      {
        label: labels.newConversation,
        accelerator: 'CmdOrCtrl+N',
        click: () => send('new-conversation'),
      },
      separator,
      ...(mac
        ? [{ role: 'close', label: labels.close } as const]
        : [settings, separator, about, quit]),
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
      {
        label: labels.palette,
        accelerator: 'CmdOrCtrl+K',
        // The page listens to these keys itself, in a browser too.
        registerAccelerator: false,
        click: () => send('palette'),
      },
      separator,
      { role: 'reload', label: labels.reload },
      separator,
      { role: 'resetZoom', label: labels.resetZoom },
      { role: 'zoomIn', label: labels.zoomIn },
      { role: 'zoomOut', label: labels.zoomOut },
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
  return mac ? [appMenu, file, edit, view, window] : [file, edit, view];
}
