import { basename } from 'node:path';
import { app, type UtilityProcess, utilityProcess } from 'electron';
import type { WorkerPort } from '../../base/host.ts';
import { WorkerExit } from '../workers/worker-exit.ts';

/** The used parts of such a process. */
type Child = Pick<UtilityProcess, 'postMessage' | 'kill'> & {
  on(event: 'exit', listener: (code: number) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
};

interface Electron {
  isReady(): boolean;
  whenReady(): Promise<void>;
  fork(program: string, name: string): Child;
}

const electron: Electron = {
  isReady: () => app.isReady(),
  whenReady: () => app.whenReady(),
  fork: (program, serviceName) => utilityProcess.fork(program, [], { serviceName }),
};

/**
 * Starts a worker as a utility process, Electron's child process with Node: fuses prevent the app's binary from running
 * as Node otherwise. None can start before the app is ready: earlier messages wait.
 */
export function startUtilityProcess(program: string, host: Electron = electron): WorkerPort {
  const ending = new WorkerExit();
  const name = `Compute Desk ${basename(program).replace(/\.[a-z]+$/, '')}`;
  const waiting: unknown[] = [];
  const listeners: ((message: unknown) => void)[] = [];
  let child: Child | null = null;

  const begin = (): void => {
    if (ending.hasCome) return;
    const started = host.fork(program, name);
    started.on('exit', (code) => ending.tell(`the process ended with ${code}`));
    started.on('message', (message) => {
      for (const listener of listeners) listener(message);
    });
    for (const message of waiting.splice(0)) started.postMessage(message);
    child = started;
  };
  if (host.isReady()) begin();
  else host.whenReady().then(begin, (cause: unknown) => ending.tell(String(cause)));

  return {
    post(message) {
      if (child === null) waiting.push(message);
      else child.postMessage(message);
    },
    onMessage: (listener) => void listeners.push(listener),
    onExit: (listener) => ending.listen(listener),
    async stop() {
      if (child === null) ending.tell('it was stopped before it was started');
      else child.kill();
      await ending.come;
    },
  };
}
