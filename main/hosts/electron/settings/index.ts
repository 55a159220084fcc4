import { ipcMain } from 'electron';
import type ElectronStore from 'electron-store';
import type { SettingsFile } from '../../../base/host.ts';
import { checkSettingsFile } from '../../settings-file.ts';

/** Signals that end the app. */
export const exitSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface SettingsStore extends SettingsFile {
  /** Loads the code that writes the file. Until then changes wait. */
  load(): Promise<void>;
}

/**
 * Opens `settings.json` in the data folder: the file that the web host writes with `conf`. Its values are available at
 * once, so that the window need not wait for the store.
 * @throws AppError `settings-damaged`
 */
export function openSettings(dataFolder: string): SettingsStore {
  // Refuses a damaged file before anything is shown. Read again for each value: a restore may replace the file.
  checkSettingsFile(dataFolder);
  const early = new Map<string, unknown>();
  let store: ElectronStore | null = null;
  return {
    get(key) {
      if (store !== null) return store.get(key);
      return early.has(key) ? early.get(key) : checkSettingsFile(dataFolder)[key];
    },
    set(key, value) {
      if (store === null) early.set(key, value);
      else store.set(key, value);
    },
    async load() {
      // not loaded with this file: it asks for the user's home when it is loaded
      const { default: Store } = await withoutSignals(() => import('electron-store'));
      store = new Store({ cwd: dataFolder, name: 'settings', configFileMode: 0o600 });
      // The store offers itself to pages on a channel of its own; pages may use only the contract.
      ipcMain.removeAllListeners('electron-store-get-data');
      for (const [key, value] of early) store.set(key, value);
    },
  };
}

/** Loads a module that also handles these signals, and would end the process before the app's state is saved. */
async function withoutSignals<T>(load: () => Promise<T>): Promise<T> {
  const heard = new Set(exitSignals.flatMap((signal) => process.listeners(signal)));
  const loaded = await load();
  for (const signal of exitSignals) {
    for (const listener of process.listeners(signal)) {
      if (!heard.has(listener)) process.off(signal, listener);
    }
  }
  return loaded;
}
