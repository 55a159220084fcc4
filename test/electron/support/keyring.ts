import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { connectBus, hasOwner } from './bus/connection.ts';
import { startSessionBus } from './bus/session-bus.ts';

/** A desktop's keyring for the app under test: a session bus of its own, and gnome-keyring on it. */
export interface TestKeyring {
  /** What the app is started with to find it. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Unlocks the keyring that lies in `folder`, or makes it there. */
export async function startKeyring(
  folder: string,
  password = 'of the login',
): Promise<TestKeyring> {
  const home = join(folder, 'home');
  const runtime = join(folder, 'run');
  await mkdir(join(home, '.local/share/keyrings'), { recursive: true });
  await mkdir(runtime, { recursive: true, mode: 0o700 });
  const bus = await startSessionBus();
  const daemon = spawn(
    'gnome-keyring-daemon',
    ['--unlock', '--foreground', '--components=secrets', `--control-directory=${runtime}`],
    {
      env: {
        ...{ PATH: process.env.PATH ?? '', HOME: home, XDG_RUNTIME_DIR: runtime },
        ...{ XDG_DATA_HOME: join(home, '.local/share'), XDG_CONFIG_HOME: join(home, '.config') },
        DBUS_SESSION_BUS_ADDRESS: bus.address,
      },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  const ended = once(daemon, 'exit');
  const end = (): void => void daemon.kill();
  process.once('exit', end);
  daemon.stdin.end(password);
  const close = async (): Promise<void> => {
    process.off('exit', end);
    end();
    await ended;
    await bus.close();
  };
  try {
    const connection = await connectBus(bus.path);
    await expect.poll(() => hasOwner(connection, 'org.freedesktop.secrets')).toBe(true);
    connection.close();
  } catch (cause) {
    await close();
    throw cause;
  }
  return { env: { DBUS_SESSION_BUS_ADDRESS: bus.address }, close };
}
