import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const entry = fileURLToPath(new URL('../../../main/web.ts', import.meta.url));

/** The web host from its sources, as a process of its own. */
export interface WebProcess {
  readonly child: ChildProcess;
  /** The ready line's address; rejects with what it printed when it ends before. */
  readonly ready: Promise<string>;
  /** Its exit code and what it wrote to standard error, once it has ended. */
  readonly ended: Promise<{ code: number | null; error: string }>;
  stop(): Promise<void>;
}

export function startWebProcess(
  /** Null: it is left to the app. */
  dataFolder: string | null,
  options: {
    readonly args?: readonly string[];
    readonly umask?: number;
    readonly env?: Readonly<Record<string, string | undefined>>;
    /** The number of the user whose process it is; only root can say so. */
    readonly user?: number;
  } = {},
): WebProcess {
  const { args = [], umask = 0o022, env = {}, user } = options;
  const folder = dataFolder === null ? [] : ['--data-dir', dataFolder];
  const before = process.umask(umask);
  const child = spawn(process.execPath, [entry, ...folder, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  process.umask(before);
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code], error]) => ({
    code: code as number | null,
    error,
  }));
  const ready = new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (data: Buffer) => {
      printed += data.toString();
      const found = /^Compute Desk ready: (\S+)$/m.exec(printed);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    ended.then(({ code, error }) => reject(new Error(`ended with ${code}: ${error}`)), reject);
  });
  // Who waits for its end alone is not told twice.
  ready.catch(() => undefined);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  return { child, ready, ended, stop };
}
