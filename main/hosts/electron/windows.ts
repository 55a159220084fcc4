import { app, BrowserWindow, dialog, screen, type WebContents } from 'electron';
import { channels } from '../../../preload/channels.ts';
import type { EventName, EventPayload, Sender } from '../../../preload/contract/index.ts';
import type { MenuId } from '../../../preload/contract/menu.ts';
import type { Log, SettingsFile } from '../../base/host.ts';
import { iconImage } from './about/index.ts';
import { senderOf } from './calls/index.ts';
import type { Labels } from './labels.ts';
import { appUrl } from './origin.ts';
import { lockedPreferences, pageBackground } from './page-preferences.ts';
import { offerContextMenu } from './spelling/index.ts';
import { confirmClose } from './system/index.ts';
import { showWhenReady } from './window/appear.ts';
import { minimizeInstead } from './window/closing.ts';
import { isWayland } from './window/wayland.ts';
import { placeWindow, rememberPlace, stateOf, type WindowState } from './window-state.ts';
import { nextZoom, storedZoom, type ZoomStep } from './zoom/index.ts';

export interface Windows {
  /** Brings the window to the front; opens one if there is none. @param place where it goes: `#/machines/cpu` */
  show(place?: string): void;
  /** Opens a minimized window if there is none. */
  showMinimized(): void;
  /** Opens another window beside the front one. */
  openAnother(): void;
  isOwn(contentsId: number): boolean;
  /** Returns the window that was used last, the parent of others. */
  front(): BrowserWindow | undefined;
  /** Returns the window of a sender of the contract. */
  find(senderId: string): BrowserWindow | undefined;
  send(name: string, payload: unknown): void;
  /** Sends a menu's command to the front window only. */
  command(command: MenuId): void;
  /** Tells the front window that opened files wait. A window that is still loading asks by itself. */
  fileWaits(): void;
  /** Of all windows; stored for the next start. */
  zoom(how: ZoomStep): void;
  /** Updates the colours to the theme. */
  paint(): void;
}

const settingsKey = 'window';
const zoomKey = 'zoom';
const reloadAtMostEvery = 10_000;

/** Offset of a further window from the one that it was opened beside. */
const beside = 32;

/** The app's windows: one at first, which may be closed and reopened while the core keeps running. */
export function createWindows(options: {
  settings: SettingsFile;
  preload: string;
  log: Log;
  labels: () => Labels;
  /** Whether the user's session is ending (`followSessionEnd`). */
  isEnding: () => boolean;
  /** Whether the app keeps running without a window and nothing else would show it. */
  staysVisible: () => boolean;
  /** Called when a page is gone, or is about to be loaded again. */
  pageLeft: (sender: Sender) => void;
  /** Whether spelling can be checked; the settings turn it on and off. */
  spelling: boolean;
}): Windows {
  const { settings, preload, log, labels, isEnding, spelling } = options;
  const quitting = followQuitting();
  /** The most recently used is last. */
  const open = new Map<number, BrowserWindow>();
  let percent = storedZoom(settings.get(zoomKey));
  const zoom = (how: ZoomStep): void => {
    const next = nextZoom(percent, how);
    if (next === percent) return;
    percent = next;
    for (const { webContents } of open.values()) webContents.setZoomFactor(percent / 100);
    try {
      settings.set(zoomKey, percent);
    } catch (cause) {
      log.error('zoom-not-kept', cause);
    }
  };
  const front = (): BrowserWindow | undefined => [...open.values()].at(-1);
  /** Windows below a dialog of the operating system, as macOS shows them. */
  const covered = new Set<number>();

  const create = (place: string, at: unknown, minimized = false): void => {
    const { maximized, ...bounds } = placeWindow(at, workAreas());
    const window = new BrowserWindow({
      ...bounds,
      show: false,
      title: 'Compute Desk',
      backgroundColor: pageBackground(),
      autoHideMenuBar: true,
      ...(process.platform === 'linux' && { icon: iconImage() }),
      webPreferences: {
        ...lockedPreferences,
        spellcheck: spelling,
        preload,
        zoomFactor: percent / 100,
      },
    });
    const { id } = window.webContents;
    open.set(id, window);
    if (maximized) window.maximize();
    storePlace(window, settings, log);
    if (minimized) window.minimize();
    else showWhenReady(window);
    const isLast = () => !quitting.isWanted && open.size === 1;
    const minimizes = minimizeInstead(window, () => isLast() && options.staysVisible());
    window.on('focus', () => {
      open.delete(id);
      open.set(id, window);
    });
    window.on('close', (event) => void (minimizes() && event.preventDefault()));
    window.on('closed', () => open.delete(id));
    followPage(window, options.pageLeft);
    window.on('sheet-begin', () => covered.add(id));
    window.on('sheet-end', () => covered.delete(id));
    window.webContents.on('will-prevent-unload', (event) => {
      // if prevented, the page's own wish to stay does not count
      if (closesNow(window, labels(), isEnding)) event.preventDefault();
      else quitting.isWanted = false;
    });
    const { webContents } = window;
    // Chromium stores a zoom of its own for each address
    webContents.on('dom-ready', () => webContents.setZoomFactor(percent / 100));
    webContents.on('zoom-changed', (_event, direction) => zoom(direction));
    offerContextMenu(window.webContents, labels);
    watchPage(window.webContents, log);
    load(webContents, place, log);
  };

  /** Moves windows off a display that was removed or got smaller. */
  const catchUp = (): void => {
    for (const window of open.values()) bringBack(window);
  };
  screen.on('display-removed', catchUp);
  screen.on('display-metrics-changed', catchUp);

  return {
    show(place) {
      const window = front();
      if (window === undefined) {
        create(place ?? '', settings.get(settingsKey));
        return;
      }
      if (place !== undefined) go(window.webContents, place, log);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    showMinimized() {
      if (front() === undefined) create('', settings.get(settingsKey), true);
    },
    openAnother() {
      const last = front();
      if (last === undefined) create('', settings.get(settingsKey));
      else create('', { ...moved(last.getNormalBounds()), maximized: false });
    },
    isOwn: (contentsId) => open.has(contentsId),
    front,
    find: (senderId) => [...open].find(([id]) => senderOf(id).id === senderId)?.[1],
    send(name, payload) {
      for (const { webContents } of open.values()) {
        if (!webContents.isDestroyed()) webContents.send(channels.event, name, payload);
      }
    },
    command(command) {
      const payload: EventPayload<'app.command'> = { command };
      const contents = front()?.webContents;
      // macOS passes the menu's shortcuts to the app there
      if (contents === undefined || covered.has(contents.id)) return;
      contents.send(channels.event, 'app.command' satisfies EventName, payload);
    },
    fileWaits() {
      front()?.webContents.send(channels.event, 'app.fileOpened' satisfies EventName, undefined);
    },
    zoom,
    paint() {
      for (const window of open.values()) window.setBackgroundColor(pageBackground());
    },
  };
}

/** A page that is still loading gets nothing: it starts at the place. */
function go(contents: WebContents, place: string, log: Log): void {
  if (contents.isLoadingMainFrame()) load(contents, place, log);
  else contents.send(channels.event, 'app.goTo' satisfies EventName, { place });
}

function load(contents: WebContents, place: string, log: Log): void {
  contents
    .loadURL(`${appUrl}${place}`)
    .catch((cause: unknown) => log.error('page-not-loaded', cause));
}

const moved = ({ x, y, ...size }: Electron.Rectangle): Electron.Rectangle => ({
  ...size,
  x: x + beside,
  y: y + beside,
});

/** Moves a window that is unreachable, or larger than its display, to a visible place. */
function bringBack(window: BrowserWindow): void {
  if (window.isMaximized() || window.isFullScreen() || window.isMinimized()) return;
  const areas = workAreas();
  const now = window.getBounds();
  const { x, y, width, height } = placeWindow({ ...now, maximized: false }, areas);
  if (x === now.x && y === now.y && width === now.width && height === now.height) return;
  const [area = now] = areas;
  window.setBounds({
    x: x ?? Math.round(area.x + (area.width - width) / 2),
    y: y ?? Math.round(area.y + (area.height - height) / 2),
    width,
    height,
  });
}

/** Whether the app is quitting, until a window stays open. */
function followQuitting(): { isWanted: boolean } {
  const quitting = { isWanted: false };
  app.on('before-quit', () => {
    quitting.isWanted = true;
  });
  return quitting;
}

/** Stores where the window is when it closes, or is asked to. */
function storePlace(window: BrowserWindow, settings: SettingsFile, log: Log): void {
  const placeNow = rememberPlace(window);
  window.on('close', () => {
    try {
      settings.set(settingsKey, storedOf(placeNow()));
    } catch (cause) {
      // on a full disk the place is not stored; the user may still cancel closing the window
      log.error('window-place-not-kept', cause);
    }
  });
}

function workAreas(): Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary, ...others].map(({ workArea }) => workArea);
}

function storedOf({
  maximized,
  ...bounds
}: ReturnType<ReturnType<typeof rememberPlace>>): WindowState {
  const isPlaced = !isWayland(app.commandLine.getSwitchValue('ozone-platform'), process.env);
  return stateOf(bounds, maximized, isPlaced);
}

function closesNow(window: BrowserWindow, labels: Labels, isEnding: () => boolean): boolean {
  return confirmClose(window, {
    labels,
    isEnding,
    ask: (box) => dialog.showMessageBoxSync(window, box),
    askLater: (box) => dialog.showMessageBox(window, box),
    quit: () => app.quit(),
  });
}

/** Reports that a window's page is gone. A new window has none yet. */
function followPage(window: BrowserWindow, left: (sender: Sender) => void): void {
  const sender = senderOf(window.webContents.id);
  // not at its start: the old page would take the files once more
  window.webContents.on('did-navigate', () => left(sender));
  window.on('closed', () => left(sender));
}

/** Reloads a crashed page; one that crashes again at once stays closed, to avoid a loop. */
function watchPage(contents: WebContents, log: Log): void {
  let reloadedAt = Number.NEGATIVE_INFINITY;
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.error('page-gone', new Error(reason), { exitCode });
    if (reason === 'clean-exit' || performance.now() - reloadedAt < reloadAtMostEvery) return;
    reloadedAt = performance.now();
    contents.reload();
  });
  contents.on('preload-error', (_event, _path, cause) => log.error('preload-failed', cause));
}
