import { utilityProcess } from 'electron';
import type { WorkerPort } from '../../base/host.ts';
import { Ending } from '../workers/ending.ts';

/**
 * A worker as a utility process, which is Electron's child process with Node: the fuses keep the app's
 * binary from being a Node otherwise. Must be started after the app is ready.
 */
export function startUtilityProcess(program: string): WorkerPort {
  const child = utilityProcess.fork(program, [], { serviceName: 'Compute Desk worker' });
  const ending = new Ending();
  child.on('exit', (code) => ending.tell(`the process ended with ${code}`));
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => ending.listen(listener),
    async stop() {
      child.kill();
      await ending.come;
    },
  };
}
