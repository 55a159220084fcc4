import { join } from 'node:path';
import { app, crashReporter } from 'electron';

export { createCrashDumps } from './dumps.ts';

/** Where dumps of crashed processes lie. */
export const crashFolder = (dataFolder: string): string => join(dataFolder, 'crashes');

/** Keeps a dump of every process of the app that crashes, and sends none. To be called before any is started. */
export function keepCrashes(dataFolder: string): void {
  app.setPath('crashDumps', crashFolder(dataFolder));
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: false });
}
