import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { patience } from '../../support/patience.ts';
import { giveTo } from './app-user.ts';

/** A Wayland desktop without a screen. */
export interface Weston {
  /** What the app is started with to be shown there, and nowhere else. */
  readonly env: Readonly<Record<string, string>>;
  /** What the compositor wrote. */
  output(): string;
  close(): Promise<void>;
}

/** Starts weston as the app's user. @param folder where its socket lies: a short path */
export async function startWeston(folder: string): Promise<Weston> {
  const user = inject('appUser');
  const runtime = join(folder, 'run');
  await mkdir(runtime, { mode: 0o700 });
  giveTo(user, folder);
  let output = '';
  const size = ['--width=1600', '--height=1000'];
  const server = spawn(
    'weston',
    ['--backend=headless-backend.so', '--use-pixman', '--idle-time=0', '--socket=wl', ...size],
    {
      env: { PATH: process.env.PATH ?? '', HOME: user.home || folder, XDG_RUNTIME_DIR: runtime },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(user.id !== null && { uid: user.id, gid: user.id }),
    },
  );
  const ended = once(server, 'exit');
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  }
  const end = (): void => void server.kill();
  process.once('exit', end);
  const isThere = () =>
    stat(join(runtime, 'wl')).then(
      (found) => found.isSocket(),
      () => false,
    );
  await expect.poll(isThere, { timeout: patience(10_000) }).toBe(true);
  return {
    env: {
      XDG_RUNTIME_DIR: runtime,
      WAYLAND_DISPLAY: 'wl',
      DISPLAY: '',
      XDG_SESSION_TYPE: 'wayland',
      // What Electron does by itself from 38 on; those do not know the variable any more.
      ELECTRON_OZONE_PLATFORM_HINT: 'auto',
    },
    output: () => output,
    async close() {
      process.off('exit', end);
      end();
      await ended;
    },
  };
}
