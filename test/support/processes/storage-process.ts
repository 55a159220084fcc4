import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workers } from '../../../main/base/host.ts';
import { createWorkers, workerPrograms } from '../../../main/hosts/workers/index.ts';
import { startProcess } from '../../../main/hosts/workers/process.ts';

/** Workers of which storage is a process of its own, as in Electron with `node:sqlite`. */
export interface StorageProcesses {
  readonly workers: Workers;
  /** Ends the storage process as a fault in native code would. */
  kill(): void;
  /** Whether it runs. */
  runs(): boolean;
}

/** @param folder where the process notes its number; POSIX only */
export function storageProcesses(folder: string): StorageProcesses {
  const note = join(folder, 'storage.pid');
  const node = join(folder, 'node.sh');
  writeFileSync(node, `#!/bin/sh\necho $$ >"${note}"\nexec "${process.execPath}" "$@"\n`, {
    mode: 0o755,
  });
  const pid = (): number => Number(readFileSync(note, 'utf8'));
  return {
    workers: createWorkers({
      programs: workerPrograms(new URL('../../../main/app.ts', import.meta.url).href),
      asProcess: ['storage'],
      fork: (program) => startProcess(program, node),
    }),
    kill: () => void process.kill(pid(), 'SIGSEGV'),
    runs() {
      if (!existsSync(note)) return false;
      try {
        return process.kill(pid(), 0);
      } catch {
        return false;
      }
    },
  };
}
