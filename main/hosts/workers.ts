import { type ChildProcess, type Serializable, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { isBuiltin } from 'node:module';
import { sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { WorkerName, WorkerPort, Workers } from '../host.ts';

export interface WorkersOptions {
  /** The program of each worker, as an absolute path. */
  readonly programs: Readonly<Record<WorkerName, string>>;
  /** Workers that run as child processes, to keep their memory and their crashes out of main. */
  readonly asProcess?: readonly WorkerName[];
  /** The Node that child processes run on; in Electron there is none, so `asProcess` stays empty there. */
  readonly node?: string;
  /**
   * Runs the workers that need `node:sqlite`, as child processes, where this runtime has none. Set by
   * `COMPUTE_DESK_NODE`, ignored where the runtime has what it needs.
   */
  readonly substituteNode?: string | undefined;
}

/**
 * Where the workers' programs lie, seen from an entry: beside it when it was built, else their sources.
 * @param entryUrl `import.meta.url` of main/web.ts or main/electron.ts
 */
export function workerPrograms(entryUrl: string): Record<WorkerName, string> {
  const built = !entryUrl.endsWith('.ts');
  const program = (name: WorkerName) =>
    fileURLToPath(new URL(built ? `./workers/${name}.js` : `./${name}/worker.ts`, entryUrl));
  return {
    storage: program('storage'),
    certificates: program('certificates'),
    demo: program('demo'),
  };
}

const needSqlite: readonly WorkerName[] = ['storage'];

/** Starts workers as threads of this process or as child processes. */
export function createWorkers(options: WorkersOptions): Workers {
  const { programs, asProcess = [], node = process.execPath, substituteNode } = options;
  const complete = isBuiltin('node:sqlite');
  return {
    start(name) {
      const program = programs[name];
      if (!complete && substituteNode !== undefined && needSqlite.includes(name)) {
        return startProcess(program, substituteNode);
      }
      return asProcess.includes(name) ? startProcess(program, node) : startThread(program);
    },
  };
}

/** Runs its listener at most once, at once when the end has come before. */
class Ending {
  #reason: string | null = null;
  #listener: ((reason: string) => void) | null = null;

  listen(listener: (reason: string) => void): void {
    if (this.#reason === null) this.#listener = listener;
    else listener(this.#reason);
  }

  come(reason: string): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#listener?.(reason);
  }

  get hasCome(): boolean {
    return this.#reason !== null;
  }
}

function startThread(program: string): WorkerPort {
  const worker = new Worker(program);
  const ending = new Ending();
  worker.on('error', (cause) => ending.come(String(cause)));
  worker.on('exit', (code) => ending.come(`the thread ended with ${code}`));
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on('message', listener),
    onExit: (listener) => ending.listen(listener),
    async stop() {
      await worker.terminate();
    },
  };
}

function startProcess(program: string, node: string): WorkerPort {
  const child = spawnNode(program, node);
  const ending = new Ending();
  const exited = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      ending.come(reason);
      resolve();
    };
    child.on('error', (cause) => end(String(cause)));
    child.on('exit', (code, signal) => end(`the process ended with ${signal ?? code}`));
  });
  return {
    post(message) {
      // A channel that has closed says so by `exit`, which fails whatever waits.
      if (child.connected) child.send(message as Serializable, () => undefined);
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => ending.listen(listener),
    async stop() {
      if (!ending.hasCome) child.kill('SIGKILL');
      await exited;
    },
  };
}

function spawnNode(program: string, node: string): ChildProcess {
  // Only Electron reads inside an asar, so a program in there reaches a plain Node by standard input.
  const archived = program.includes(`.asar${sep}`);
  const env = { ...process.env };
  delete env.NODE_OPTIONS;
  const child = spawn(node, archived ? ['--input-type=module', '-'] : [program], {
    env,
    serialization: 'advanced',
    windowsHide: true,
    stdio: [archived ? 'pipe' : 'ignore', 'inherit', 'inherit', 'ipc'],
  });
  if (child.stdin !== null) {
    pipeline(createReadStream(program), child.stdin).catch((cause: unknown) => {
      child.emit('error', cause);
    });
  }
  return child;
}
