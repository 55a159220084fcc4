import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Whom the app runs as in the tests. */
export interface AppUser {
  /** An ordinary user's number, where the tests run as root and can start the app as somebody else; else null. */
  readonly id: number | null;
  /** The home of that user; empty where there is none. */
  readonly home: string;
  /** Whether Chromium's sandbox is on: never for root. */
  readonly sandbox: boolean;
}

/** Nobody's number on Debian, and not that of `nobody`, who is the stranger in the tests. */
const ordinary = 65_533;
const asOrdinary = [`--reuid=${ordinary}`, `--regid=${ordinary}`, '--clear-groups'];

/**
 * The user whom the app is started as: the one of the tests; where that is root, an ordinary one, since Chromium has
 * no sandbox for root. @param readable what that user must be able to read
 */
export function openAppUser(readable: readonly string[]): { user: AppUser; close: () => void } {
  const close = (): void => undefined;
  if (process.getuid?.() !== 0) return { user: { id: null, home: '', sandbox: true }, close };
  const obstacle = obstacleOf(readable);
  if (obstacle !== undefined) {
    // Who has CI look at it believes that the sandbox was on.
    if (process.env.CI === 'true') throw new Error(`The app has no sandbox in CI: ${obstacle}`);
    console.log(`The app runs as root, without its sandbox: ${obstacle}`);
    return { user: { id: null, home: '', sandbox: false }, close };
  }
  const home = mkdtempSync(join(tmpdir(), 'compute-desk-home-'));
  const temporary = join(home, 'tmp');
  mkdirSync(temporary);
  for (const folder of [home, temporary]) {
    chownSync(folder, ordinary, ordinary);
    // Others may walk through, so that only what a test keeps there can keep them out.
    chmodSync(folder, 0o711);
  }
  // What the tests write from here on lies where they can hand it over.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  console.log(`The app runs as the ordinary user ${ordinary}, in its sandbox`);
  return {
    user: { id: ordinary, home, sandbox: true },
    close() {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function obstacleOf(readable: readonly string[]): string | undefined {
  for (const path of readable) {
    if (spawnSync('setpriv', [...asOrdinary, '--', 'test', '-r', path]).status !== 0) {
      return `an ordinary user cannot read ${path}`;
    }
  }
  // What Chromium's own sandbox is made of.
  const spaces = spawnSync('setpriv', [...asOrdinary, '--', 'unshare', '--user', '--net', 'true']);
  return spaces.status === 0 ? undefined : 'an ordinary user may not make namespaces here';
}

/**
 * A program that runs another one as the app's user, with the same arguments but `--no-sandbox`.
 * @returns its path, in that user's home
 */
export function launcherOf({ id, home }: AppUser, program: string): string {
  if (id === null) return program;
  const path = join(mkdtempSync(join(home, 'launcher-')), basename(program));
  const quoted = `'${program.replaceAll("'", `'\\''`)}'`;
  chmodSync(dirname(path), 0o755);
  // Playwright adds the switch by itself where it runs as root.
  const withSandbox =
    'for given do shift; [ "$given" = --no-sandbox ] || set -- "$@" "$given"; done';
  writeFileSync(
    path,
    `#!/bin/sh\n${withSandbox}\nexec setpriv ${asOrdinary.join(' ')} -- ${quoted} "$@"\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

/** Makes a folder and all that lies in it the app's user's own; what goes meanwhile is left out. */
export function giveTo(user: AppUser, path: string): void {
  const { id } = user;
  if (id === null) return;
  try {
    const found = lstatSync(path);
    if (found.uid !== id) lchownSync(path, id, id);
    if (found.isDirectory()) for (const name of readdirSync(path)) giveTo(user, join(path, name));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
}
