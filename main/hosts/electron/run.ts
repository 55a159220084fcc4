import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { app, BrowserWindow, ipcMain, Menu, nativeTheme, powerMonitor, session } from 'electron';
import type { EnvironmentFinding } from '../../../preload/contract/settings/environment.ts';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import type { App } from '../../app.ts';
import type { Host, Log, Workers } from '../../base/host.ts';
import { endProcess } from '../../base/outside/index.ts';
import { firstCalls, type OpenedApp } from '../../open-app.ts';
import { readSettings } from '../../settings/preferences/index.ts';
import { logEnvironment } from '../environment.ts';
import { openLog } from '../log.ts';
import { prepareDataFolder } from '../private-folder.ts';
import { listStaticFiles, preloadFirstFiles } from '../static-files.ts';
import { showAbout } from './about/index.ts';
import { findTrayPlace, manageWindows, runInBackground, startsHidden } from './background/index.ts';
import { answerCalls, noteAnswered } from './calls/index.ts';
import type { CodeRead } from './code.ts';
import { storeCrashDumps } from './crashes/index.ts';
import { closeNetwork, guardContents, guardSession } from './guards.ts';
import { createElectronHost } from './host.ts';
import { type Labels, labelsFor } from './labels.ts';
import { collectLaunchInputs } from './launch-inputs.ts';
import { menuTemplate } from './menu.ts';
import { createNavigationRules } from './navigation.ts';
import { registerProtocol } from './protocol.ts';
import { registerAppScheme, serveAppScheme } from './scheme.ts';
import { exitSignals, openSettings, type SettingsStore } from './settings/index.ts';
import { checkSpelling, findSpelling } from './spelling/index.ts';
import {
  askForApplicationsFolder,
  currentLabels,
  currentLanguage,
  printDamage,
} from './start-messages.ts';
import {
  browserFolder,
  copySealingKey,
  followSessionEnd,
  identify,
  localFolder,
} from './system/index.ts';
import { confirmFirstWindow, restartWithFallback } from './wayland/index.ts';
import { createWindows, type Windows } from './windows.ts';

/** How long the core may take to save its state before the process ends anyway. */
const closeDeadline = 5000;
/** How long the page may take for its first calls before the core is loaded anyway, ms. */
const pageDeadline = 500;

/**
 * Makes the settings that must precede Electron's readiness.
 * @param isNamed whether the data folder was named, or is a portable app's (`localFolder`)
 * @returns the data folder without links, or null if another instance has it; that one was asked to show its window
 * @throws AppError as `prepareDataFolder`
 */
export async function prepareElectron(
  named: string,
  isNamed: boolean,
  isHidden: boolean,
): Promise<string | null> {
  identify(app);
  const dataFolder = await prepareDataFolder(named);
  app.setPath('userData', dataFolder);
  const { platform, env } = process;
  const local = localFolder({ platform, env, dataFolder, isNamed });
  // Chromium's own files stay together, apart from the user's data.
  app.setPath('sessionData', browserFolder(local));
  if (!app.requestSingleInstanceLock()) return null;
  if (restartWithFallback({ folder: dataFolder, isHidden, labels: currentLabels('system') }))
    return null;
  copySealingKey(dataFolder, local);
  storeCrashDumps(local);
  // A DNS lookup bypasses every proxy, and reveals the name.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
  // Otherwise Electron shows its own until ours is there.
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
  registerAppScheme();
  return dataFolder;
}

/** Runs the app in Electron until it quits. */
export async function runElectron(options: {
  version: string;
  dataFolder: string;
  /** How main's code was loaded. */
  code: CodeRead;
  /** Mask for starting the user's own programs, and for saving files without secrets. */
  userMask: number;
  environment: readonly EnvironmentFinding[];
  dataPlace?: Host['dataPlace'];
  /** Without a window, if the user lets the app check without one. */
  hidden: boolean;
  /** Flags of this start that a start at login must have too. */
  flags: readonly string[];
  workers: Workers;
  preload: string;
  rendererFolder: string;
  /** Opens the app; most of its code is loaded later. */
  open(host: Host): OpenedApp;
}): Promise<void> {
  const { version, dataFolder, userMask, environment, preload, rendererFolder } = options;
  const rules = createNavigationRules();
  guardContents(app, rules);
  let show: () => void = () => undefined;
  const handedOver = collectLaunchInputs({
    app,
    argv: process.argv,
    folder: process.cwd(),
    shown: () => show(),
  });
  // Read while Chromium starts.
  const files = listStaticFiles(rendererFolder).then(preloadFirstFiles);
  const log = openLog(dataFolder);
  logEnvironment(environment, log);
  log.info('code-read', { ...options.code });
  await app.whenReady();
  guardSession(session.defaultSession);
  // The page waits for both, its window does not.
  const mayBeShown = Promise.all([files, closeNetwork(session.defaultSession)]);
  serveAppScheme(
    session.defaultSession,
    mayBeShown.then(([served]) => served),
    log,
  );

  const settings = openSettings(dataFolder);
  // The first frame already has the user's colours.
  nativeTheme.themeSource = readSettings(settings).theme;
  const labels = (): Labels => currentLabels(readSettings(settings).language);
  const spelling = findSpelling(log);
  checkSpelling(session.defaultSession, spelling, readSettings(settings).checkSpelling !== false);
  let end = (): void => app.quit();
  const trayPlace = findTrayPlace(log);
  const windows = createWindows({
    settings,
    preload,
    log,
    labels,
    isEnding: followEnd(() => end()),
    staysVisible: () => readSettings(settings).keepChecking === true && !trayPlace.isThere(),
    pageLeft: (sender) => void handedOver.files.giveBack(sender),
    spelling: spelling !== null,
  });
  show = () => windows.show();
  confirmFirstWindow(dataFolder);
  const staysHidden = startsHidden(options.hidden, readSettings(settings));
  if (!staysHidden) windows.show();
  void trayPlace.look().then((hasTray) => {
    if (staysHidden && !hasTray) windows.showMinimized();
  });
  void askForApplicationsFolder(labels(), log);
  const host = createElectronHost({
    version,
    dataFolder,
    userMask,
    environment,
    dataPlace: options.dataPlace,
    workers: options.workers,
    settings,
    windows,
    rules,
    openedFiles: handedOver.files,
    flags: options.flags,
    trayPlace,
    spelling,
    log,
  });

  const opened = options.open(host);
  opened.onEvent((name, payload) => windows.send(name, payload));
  const { call, answered } = noteAnswered(firstCalls, opened.call);
  answerCalls({ ipcMain, isOwn: windows.isOwn, call });
  const starting = loadApp(opened, settings, staysHidden ? null : answered);
  let started: App | null = null;
  manageWindows(windows, () => started, labels, trayPlace);
  end = endCleanly(starting, log);
  starting.catch((cause: unknown) => log.error('not-started', cause));
  const [core] = await Promise.all([starting, mayBeShown]);
  started = core;
  printDamage(core, dataFolder);
  offerKeychain(core, log);
  handedOver.onUrl((url) => {
    if (!core.receiveUrl(url)) log.info('callback-not-awaited');
  });
  handedOver.onFile(windows.fileWaits);
  const follow = (current: Settings): void => {
    const { theme, language } = current;
    nativeTheme.themeSource = theme;
    checkSpelling(session.defaultSession, spelling, current.checkSpelling !== false);
    setMenu(windows, version, currentLabels(language));
    windows.paint();
  };
  follow(core.settings.current());
  core.onEvent((name) => {
    if (name === 'settings.changed') follow(core.settings.current());
  });
  nativeTheme.on('updated', () => windows.paint());
  const language = () => currentLanguage(core.settings.current().language);
  runInBackground({ core, windows, labels, language, flags: options.flags, trayPlace, log });
  // An app that runs from a source folder registers nothing.
  if (app.isPackaged) await registerProtocol({ app, log });
}

/**
 * Loads the app, and the settings' store while it waits for its database; nothing is called before both are ready.
 * @param page resolves when the page has what it shows first, which main's loop is kept free for; null without a page
 */
async function loadApp(
  opened: OpenedApp,
  settings: SettingsStore,
  page: Promise<unknown> | null,
): Promise<App> {
  if (page !== null) {
    await Promise.race([page, delay(pageDeadline)]);
    // loading takes main's loop at once: the answers leave before
    await setImmediate();
  }
  const [app] = await Promise.all([opened.load(), settings.load()]);
  return app;
}

/** @param end see `followSessionEnd` */
function followEnd(end: () => void): () => boolean {
  const { platform } = process;
  const uptime = (): number => performance.now();
  return followSessionEnd({ app, monitor: powerMonitor, platform, end, uptime });
}

/** Sets the application menu in the user's language. */
function setMenu(windows: Windows, version: string, labels: Labels): void {
  const template = menuTemplate({
    platform: process.platform,
    labels,
    developer: !app.isPackaged,
    send(command) {
      windows.show();
      windows.command(command);
    },
    english: labelsFor('en', []),
    newWindow: windows.openAnother,
    about: () => showAbout(windows.front(), version, labels),
    zoom: windows.zoom,
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/**
 * Has the user asked for a locked keychain once, when there is a window that says by which app; looks again whenever the
 * user comes back to it.
 */
function offerKeychain(core: App, log: Log): void {
  const offer = (mayPrompt: boolean): void => {
    core.offerKeychain(mayPrompt).catch((cause: unknown) => log.error('keychain', cause));
  };
  const isShown = BrowserWindow.getAllWindows().some((window) => window.isVisible());
  if (isShown) offer(true);
  let isOffered = isShown;
  app.on('browser-window-focus', () => {
    offer(!isOffered);
    isOffered = true;
  });
}

/** @returns ends the app once the core's state is saved */
function endCleanly(starting: Promise<App>, log: Log & { close(): Promise<void> }): () => void {
  let ending = false;
  const end = async (code: number): Promise<void> => {
    if (ending) return;
    ending = true;
    const closed = starting.then((core) => core.close());
    await Promise.race([closed, delay(closeDeadline)]).catch((cause: unknown) =>
      log.error('not-closed', cause),
    );
    await log.close();
    endProcess(code, (one) => app.exit(one));
  };
  app.on('will-quit', (event) => {
    event.preventDefault();
    void end(0);
  });
  // Electron handles each signal once, and only until main listens to signals.
  for (const signal of exitSignals) process.on(signal, () => app.quit());
  // After an uncaught exception the core's state is unknown: save what it holds, then end.
  process.on('uncaughtException', (cause) => {
    log.error('uncaught', cause);
    void end(1);
  });
  // Electron continues after an unhandled rejection, with a warning that nobody sees.
  process.on('unhandledRejection', (cause) => log.error('unhandled', cause));
  return () => void end(0);
}
