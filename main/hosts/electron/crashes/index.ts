import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import type { Log } from '../../../base/host.ts';

export { createCrashDumps } from './dumps.ts';

/**
 * Stores a dump of every crashed process of the app, and sends none. Call before any process is started.
 * @param folder contains them (`localFolder`)
 */
export function storeCrashDumps(folder: string): void {
  app.setPath('crashDumps', join(folder, 'crashes'));
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: false });
}

/** Logs which process crashed, because dumps do not name it; page processes log it themselves. */
export function logCrashes(log: Log): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName, name }) => {
    if (reason === 'clean-exit' || reason === 'killed') return;
    log.error('process-gone', new Error(reason), { type, exitCode, service: name ?? serviceName });
  });
}
