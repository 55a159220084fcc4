import { type ChildProcess, type Serializable, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WorkerPort } from '../../base/host.ts';
import { WorkerExit } from './worker-exit.ts';

/** Starts a worker as a child process of a Node; stopping it kills it. */
export function startProcess(program: string, node: string): WorkerPort {
  const child = spawnNode(program, node);
  const ending = new WorkerExit();
  child.on('error', (cause) => ending.tell(String(cause)));
  child.on('exit', (code, signal) => ending.tell(`the process ended with ${signal ?? code}`));
  return {
    post(message) {
      // A closed channel is reported by `exit`, which fails pending requests.
      if (child.connected) child.send(message as Serializable, () => undefined);
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => ending.listen(listener),
    async stop() {
      if (!ending.hasCome) child.kill('SIGKILL');
      await ending.come;
    },
  };
}

function spawnNode(program: string, node: string): ChildProcess {
  // Only Electron reads inside an asar, so a plain Node gets a program in one by standard input.
  const archived = program.includes(`.asar${sep}`);
  const env = { ...process.env };
  delete env.NODE_OPTIONS;
  const child = spawn(node, archived ? ['--input-type=module', '-'] : [program], {
    env,
    serialization: 'advanced',
    windowsHide: true,
    stdio: [archived ? 'pipe' : 'ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { stdin } = child;
  if (stdin !== null) {
    // not as a stream: Electron first copies a file opened in an asar
    readFile(program)
      .then((bytes) => pipeline([bytes], stdin))
      .catch((cause: unknown) => child.emit('error', cause));
  }
  return child;
}
