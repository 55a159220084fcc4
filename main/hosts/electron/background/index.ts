import { app, dialog } from 'electron';
import type { Language } from '../../../../common/texts/language.ts';
import type { BackgroundState } from '../../../../preload/contract/app.ts';
import type { Settings } from '../../../../preload/contract/settings/settings.ts';
import type { App } from '../../../app.ts';
import { serialQueue } from '../../../base/async/serial-queue.ts';
import type { Log } from '../../../base/host.ts';
import type { Labels } from '../labels.ts';
import { isWayland } from '../window/wayland.ts';
import type { Windows } from '../windows.ts';
import { createBadge } from './badge.ts';
import { hiddenFlag, isLoginStart, loginState, ownProgram, setStartAtLogin } from './login.ts';
import { createTray, iconOf, type StateTray } from './tray.ts';
import { type TrayState, trayText } from './tray-menu.ts';
import { fixedTrayPlace, followTrayPlace, type TrayPlace } from './tray-place.ts';

export type { TrayPlace } from './tray-place.ts';

const hour = 3_600_000;

/** Runs background features: the tray, checks without a window, the start at login. */
export function runInBackground(options: {
  readonly core: App;
  readonly windows: Windows;
  readonly labels: () => Labels;
  readonly language: () => Language;
  /** Flags of this start that a start at login must have too. */
  readonly flags: readonly string[];
  readonly trayPlace: TrayPlace;
  readonly log: Log;
}): void {
  const { core, windows, labels, trayPlace, log } = options;
  const { settings, machines } = core;
  let tray: StateTray | null = null;
  /** No icon could be made; nothing else depends on it. */
  let hasFailed = false;
  const next = serialQueue();
  let atLogin = settings.current().startAtLogin === true;

  const state = (): TrayState => ({
    overview: machines.overview(),
    pausedUntil: machines.pause.until(),
    keepChecking: settings.current().keepChecking === true,
    startAtLogin: settings.current().startAtLogin === true,
  });

  /** Ignores failures: a full disk, a removed system, or a desktop without badges must not end anything. */
  function carryOut(action: () => void): void {
    try {
      action();
    } catch (cause) {
      log.error('tray', cause);
    }
  }

  function openTray(): StateTray {
    return createTray({
      state,
      labels,
      language: options.language,
      actions: {
        open(at) {
          carryOut(() => {
            if (at !== undefined) core.select(at.systemId);
          });
          windows.show(at?.place);
        },
        pause(on) {
          if (on) machines.pause.begin(hour);
          else machines.pause.end();
        },
        keepChecking: (keepChecking) => carryOut(() => void settings.update({ keepChecking })),
        startAtLogin: (startAtLogin) => carryOut(() => void settings.update({ startAtLogin })),
        quit: () => app.quit(),
      },
    });
  }

  const badge = createBadge({
    platform: process.platform,
    setCount: (count) => void app.setBadgeCount(count),
    window: windows.front,
    iconOf,
  });

  function follow(): void {
    followTray();
    const now = state();
    carryOut(() => badge.show(now, trayText(now, labels())));
  }

  function followTray(): void {
    // a user without a system has nothing to see in the tray, unless it is the only way back to a window
    const isWanted = machines.overview().worst !== null || state().keepChecking;
    if (hasFailed || (tray === null && !isWanted)) return;
    try {
      tray ??= openTray();
      tray.follow();
    } catch (cause) {
      hasFailed = true;
      trayPlace.fail();
      log.error('tray', cause);
    }
  }

  /** Electron registers an icon once: a panel that starts later needs a new one. */
  function renewTray(): void {
    if (!trayPlace.isThere()) return;
    carryOut(() => tray?.close());
    tray = null;
    followTray();
  }

  function followLogin(): void {
    const wanted = settings.current().startAtLogin === true;
    if (wanted === atLogin) return;
    atLogin = wanted;
    void next(() =>
      setStartAtLogin(wanted, {
        platform: process.platform,
        env: process.env,
        command: loginCommand(options.flags),
        setLoginItem: (item) => app.setLoginItemSettings(item),
      }),
    ).catch((cause: unknown) => log.error('start-at-login', cause));
  }

  core.onEvent((name) => {
    if (name === 'settings.changed') followLogin();
    if (followed.has(name)) follow();
  });
  machines.pause.onChange(follow);
  // on Windows a new window has its own button
  app.on('browser-window-focus', follow);
  trayPlace.onChange(renewTray);
  follow();
}

/** Finds out whether the desktop shows tray icons. To be called when the app is ready. */
export function findTrayPlace(log: Log): TrayPlace {
  const { platform, env, getuid } = process;
  if (platform !== 'linux' || getuid === undefined) return fixedTrayPlace();
  const chosen = app.commandLine.getSwitchValue('ozone-platform');
  const place = followTrayPlace({ env, user: getuid(), isWayland: isWayland(chosen, env), log });
  // an embedding panel sends no signal
  app.on('browser-window-focus', () => void place.look());
  return place;
}

/** Returns the command that starts the app at login. */
function loginCommand(flags: readonly string[]): string[] {
  const program = ownProgram(process.execPath, process.env);
  const itself = app.isPackaged ? [] : [app.getAppPath()];
  return [program, ...itself, hiddenFlag, ...flags];
}

/** @param flags as in `runInBackground` */
export async function readBackground(
  flags: readonly string[],
  trayPlace: TrayPlace,
): Promise<BackgroundState> {
  const login = loginState(
    (wanted) => app.getLoginItemSettings(wanted),
    process.platform,
    loginCommand(flags),
  );
  return { login, hasTray: await trayPlace.look() };
}

/**
 * Returns whether the app starts without a window: at login, if it runs without one. Call when the app is ready.
 * @param flagged by `--hidden`
 */
export function startsHidden(
  flagged: boolean,
  { keepChecking }: Pick<Settings, 'keepChecking'>,
): boolean {
  const { platform } = process;
  const atLogin = isLoginStart((wanted) => app.getLoginItemSettings(wanted), platform, flagged);
  return atLogin && (keepChecking === true || platform === 'darwin');
}

const followed: ReadonlySet<string> = new Set([
  'machines.changed',
  'systems.changed',
  'settings.changed',
  'notifications.changed',
]);

/**
 * Manages the last window: on macOS the app stays open without one, elsewhere if the user allows it and a tray shows
 * it. Asks a user with notifications once whether the app may keep checking without a window.
 * @param core null until it is loaded
 */
export function manageWindows(
  windows: Windows,
  core: () => App | null,
  labels: () => Labels,
  trayPlace: TrayPlace,
): void {
  async function stays(): Promise<boolean> {
    const there = core();
    if (there === null) return false;
    const { keepChecking } = there.settings.current();
    const hasTray = await trayPlace.look();
    if (keepChecking !== undefined || !there.notifies()) return keepChecking === true && hasTray;
    const { askKeepChecking, askKeepCheckingText, askWithoutTrayText, quitNow, keepOn } = labels();
    const { response } = await dialog.showMessageBox({
      type: 'question',
      title: 'Compute Desk',
      message: askKeepChecking,
      detail: hasTray ? askKeepCheckingText : askWithoutTrayText,
      buttons: [quitNow, keepOn],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    there.settings.update({ keepChecking: response === 1 });
    if (response === 1 && !hasTray) windows.showMinimized();
    return response === 1;
  }

  app.on('activate', () => windows.show());
  app.on('window-all-closed', () => {
    if (process.platform === 'darwin') return;
    stays().then(
      (stay) => {
        // another may have been opened meanwhile
        if (!stay && windows.front() === undefined) app.quit();
      },
      () => app.quit(),
    );
  });
}
