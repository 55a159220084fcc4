import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/lanes/needs.ts';

const nobody = 65_534;
const asNobody = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];

/** Why no other user can be had here; null where one can. */
export function noSecondUser(): string | null {
  if (process.getuid?.() !== 0) return 'only root can become another user';
  const setpriv = findProgram('setpriv');
  if (setpriv === undefined) return 'there is no setpriv here';
  const tried = spawnSync(setpriv, [...asNobody, process.execPath, '--version']);
  return tried.status === 0 ? null : 'another user cannot run this Node';
}

/** A program of test/support under Node, as the user nobody. */
export function startAsNobody(
  program: string,
  ...args: readonly string[]
): ChildProcessByStdio<Writable, Readable, null> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  return spawn(
    findProgram('setpriv') ?? 'setpriv',
    [...asNobody, process.execPath, file, ...args],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH ?? '' },
    },
  );
}
