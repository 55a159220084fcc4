import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import type { Log } from '../../../base/host.ts';

export { createCrashDumps } from './dumps.ts';

/**
 * Keeps a dump of every process of the app that crashes, and sends none. To be called before any is started.
 * @param folder has theirs (`localFolder`)
 */
export function keepCrashes(folder: string): void {
  app.setPath('crashDumps', join(folder, 'crashes'));
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: false });
}

/** Says in the log whose process ended by a fault, which no dump says by its name: those of pages say it themselves. */
export function tellCrashes(log: Log): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName, name }) => {
    if (reason === 'clean-exit' || reason === 'killed') return;
    log.error('process-gone', new Error(reason), { type, exitCode, service: name ?? serviceName });
  });
}
