import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/**
 * Ends the whole group when the other end of pipe 3 closes, however that happens: also when this app is killed. The
 * program and its arguments are parameters: nothing of them is read as a command.
 */
const guard = '(read -r _ <&3; kill -s KILL -- "-$$") >/dev/null 2>&1 & exec "$@" 3<&-';
const shell = '/bin/sh';

export interface GuardedProgram {
  readonly pid: number | null;
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
  /** Resolves with how it ended; what it started has ended with it. */
  readonly ended: Promise<string>;
  /** Ends it with everything that it started. */
  kill(): void;
}

export interface ProgramToStart {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts a program that does not outlive this process. On Windows, where there are no groups, its input closes. */
export function startGuarded(program: ProgramToStart): GuardedProgram {
  const isWindows = process.platform === 'win32';
  const how = { cwd: program.folder, env: program.environment, windowsHide: true };
  const child = isWindows
    ? spawn(program.file, [...program.arguments], { ...how, stdio: 'pipe' })
    : spawn(shell, ['-c', guard, 'guard', program.file, ...program.arguments], {
        ...how,
        // a group of its own
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      });
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('it has no pipes');
  // Its exit says more than a broken pipe.
  stdin.on('error', () => undefined);
  const line = isWindows ? null : (child.stdio[3] as Writable);
  line?.on('error', () => undefined);
  const kill = (): void => {
    if (line === null) killTree(child);
    else line.destroy();
  };
  const ended = new Promise<string>((resolve) => {
    child.on('error', (cause) => resolve(cause.message));
    child.on('exit', (code, signal) => {
      kill();
      resolve(signal ?? `exit ${code}`);
    });
  });
  return { pid: child.pid ?? null, input: stdin, output: stdout, errors: stderr, ended, kill };
}

function killTree({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return;
  const killer = spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore' });
  killer.on('error', () => process.kill(pid));
}
