import { release } from 'node:os';
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  Notification,
  powerMonitor,
  safeStorage,
  session,
  shell,
} from 'electron';
import { externalAddress } from '../../../common/addresses/external-address.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { EnvironmentFinding } from '../../../preload/contract/settings/environment.ts';
import type { Host, Log, OpenedFiles, SettingsFile, Workers } from '../../base/host.ts';
import { readBackground, type TrayPlace } from './background/index.ts';
import { createCrashDumps, logCrashes } from './crashes/index.ts';
import { createSecretService, type SecretService } from './desktop/secret-service.ts';
import { createFiles } from './files.ts';
import { createKeychain } from './keychain.ts';
import type { NavigationRules } from './navigation.ts';
import { createSystemNotifications } from './notifications.ts';
import { createPower } from './power/index.ts';
import { createPrinting } from './printing/index.ts';
import { createSignInWindows } from './sign-in/index.ts';
import type { Spelling } from './spelling/index.ts';
import { createFolderChooser } from './window/folder-chooser.ts';
import type { Windows } from './windows.ts';

/** Implements the ports with Electron. Call after the app is ready. */
export function createElectronHost(options: {
  version: string;
  dataFolder: string;
  userMask: number;
  environment: readonly EnvironmentFinding[];
  dataPlace: Host['dataPlace'];
  workers: Workers;
  settings: SettingsFile;
  windows: Windows;
  rules: NavigationRules;
  openedFiles: OpenedFiles;
  /** See `runInBackground`. */
  flags: readonly string[];
  trayPlace: TrayPlace;
  spelling: Spelling | null;
  log: Log;
}): Host {
  const { version, dataFolder, userMask, workers, settings, windows, rules, openedFiles, log } =
    options;
  const crashes = createCrashDumps(app.getPath('crashDumps'));
  logCrashes(log);
  void crashes.tidy().catch((cause: unknown) => log.error('crashes-not-tidied', cause));
  const { electron = '', chrome = '', node, v8 } = process.versions;
  const chooseFolder = createFolderChooser<BrowserWindow | undefined>({
    settings,
    log,
    ask: (window, asked) =>
      window === undefined ? dialog.showOpenDialog(asked) : dialog.showOpenDialog(window, asked),
  });
  return {
    kind: 'electron',
    version,
    platform: `${process.platform} ${release()} ${process.arch}`,
    runtime: { electron, chrome, node, v8 },
    environment: options.environment,
    paths: { data: dataFolder },
    keychain: createKeychain(safeStorage, process.platform, secretService(log)),
    settings,
    workers,
    ...createFiles({
      userMask,
      folder: () => app.getPath('downloads'),
      windowOf: windows.find,
      ask: (window, dialogOptions) =>
        window === undefined
          ? dialog.showSaveDialog(dialogOptions)
          : dialog.showSaveDialog(window, dialogOptions),
    }),
    async openExternal(url) {
      const address = externalAddress(url);
      if (address === null) throw new AppError('address-invalid');
      await withMask(userMask, () => shell.openExternal(address));
      return true;
    },
    openSignInWindow: createSignInWindows({ rules, parent: windows.front, log }),
    ...createPower(powerMonitor, log),
    notifications: createSystemNotifications({
      platform: process.platform,
      supported: () => Notification.isSupported(),
      create: (wanted) => new Notification(wanted),
      beep: () => shell.beep(),
      showWindow: windows.show,
      log,
      uptime: () => performance.now(),
    }),
    chooseFolder: ({ id }) => chooseFolder(windows.find(id)),
    printing: createPrinting({ rules, log, country: app.getLocaleCountryCode() }),
    resolveProxy,
    ...(options.dataPlace && { dataPlace: options.dataPlace }),
    spelling: options.spelling !== null,
    openedFiles,
    background: () => readBackground(options.flags, options.trayPlace),
    preferredLanguages: () => app.getPreferredSystemLanguages(),
    clipboard: {
      readText: async () => clipboard.readText(),
      writeText: async (text) => clipboard.writeText(text),
    },
    crashes,
    log,
  };
}

/** The keyring that Electron uses on Linux, unless a switch names another store. */
function secretService(log: Log): SecretService | null {
  const { platform, env, getuid } = process;
  const isOther = /^(basic|kwallet)/.test(app.commandLine.getSwitchValue('password-store'));
  if (platform !== 'linux' || getuid === undefined || isOther) return null;
  return createSecretService({ env, user: getuid(), log });
}

/** A separate session: the page's has no network. Chromium runs a proxy script in a process of its own. */
const resolveProxy = (url: string): Promise<string> =>
  session.fromPartition('proxy-resolution', { cache: false }).resolveProxy(url);

/** A browser started now keeps running, and the user may share the files that it saves. */
function withMask<T>(mask: number, start: () => T): T {
  const own = process.umask(mask);
  try {
    return start();
  } finally {
    process.umask(own);
  }
}
