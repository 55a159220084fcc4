import { fileURLToPath } from 'node:url';
import { isElectron33 } from '../../base/compat.ts';
import type { WorkerName, WorkerPort, Workers } from '../../base/host.ts';
import { startProcess } from './process.ts';
import { startThread } from './thread.ts';

export interface WorkersOptions {
  /** The program of each worker, as an absolute path. */
  readonly programs: Readonly<Record<WorkerName, string>>;
  /** Workers that run as processes, to keep their memory and their crashes out of main. */
  readonly asProcess?: readonly WorkerName[];
  /** Starts such a process; by default on this Node. */
  readonly fork?: (program: string) => WorkerPort;
  /**
   * Runs the workers that need `node:sqlite` as child processes if this runtime has none (`substituteNode`); otherwise
   * ignored.
   */
  readonly substituteNode?: string | undefined;
}

/**
 * Returns the workers' programs: beside a built entry, else their sources.
 * @param entryUrl `import.meta.url` of main/web.ts or main/electron.ts
 */
export function workerPrograms(entryUrl: string): Record<WorkerName, string> {
  const built = !entryUrl.endsWith('.ts');
  const program = (name: WorkerName, source: string) =>
    fileURLToPath(new URL(built ? `./workers/${name}.js` : `./${source}`, entryUrl));
  return {
    storage: program('storage', 'storage-worker.ts'),
    certificates: program('certificates', 'systems/certificates/worker.ts'),
    maintenance: program('maintenance', 'machines/maintenance/worker.ts'),
    descriptions: program('descriptions', 'work/console/description/worker.ts'),
    demo: program('demo', 'demo/worker.ts'),
  };
}

const needSqlite: readonly WorkerName[] = ['storage'];

/** Starts workers as threads of this process or as child processes. */
export function createWorkers(options: WorkersOptions): Workers {
  const { programs, asProcess = [], substituteNode } = options;
  const fork = options.fork ?? ((program) => startProcess(program, process.execPath));
  return {
    start(name) {
      const program = programs[name];
      if (isElectron33 && substituteNode !== undefined && needSqlite.includes(name)) {
        return startProcess(program, substituteNode);
      }
      return asProcess.includes(name) ? fork(program) : startThread(program);
    },
  };
}
