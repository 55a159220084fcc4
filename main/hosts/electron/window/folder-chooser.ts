import { statSync } from 'node:fs';
import type { OpenDialogOptions, OpenDialogReturnValue } from 'electron';
import type { Log, SettingsFile } from '../../../base/host.ts';

const settingsKey = 'chosenFolder';

/** Lets the user choose a folder, starting with the last one: otherwise Electron starts in Downloads each time. */
export function createFolderChooser<Window>(options: {
  readonly settings: SettingsFile;
  readonly ask: (window: Window, options: OpenDialogOptions) => Promise<OpenDialogReturnValue>;
  readonly log: Log;
}): (window: Window) => Promise<string | null> {
  const { settings, ask, log } = options;
  return async (window) => {
    const last = settings.get(settingsKey);
    const { canceled, filePaths } = await ask(window, {
      properties: ['openDirectory', 'createDirectory'],
      ...(typeof last === 'string' && isFolder(last) ? { defaultPath: last } : {}),
    });
    const [chosen] = filePaths;
    if (canceled || chosen === undefined) return null;
    try {
      settings.set(settingsKey, chosen);
    } catch (cause) {
      log.error('chosen-folder-not-kept', cause);
    }
    return chosen;
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
