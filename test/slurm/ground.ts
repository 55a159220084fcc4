import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';

type Variables = Readonly<Record<string, string>>;

/** Where the programs of a Slurm are, and who runs them there. */
export interface Ground {
  /** An ordinary user. */
  readonly user: string;
  /** A folder of its own, by the path that the programs know. */
  readonly folder: string;
  /** Where a path of theirs is, seen from the tests. */
  here(path: string): string;
  /** Gives them all that is in the folder. */
  handOver(): void;
  /** Runs a program to its end, and returns its output. */
  run(variables: Variables, name: string, ...args: readonly string[]): string;
  start(variables: Variables, name: string, ...args: readonly string[]): ChildProcess;
  close(): void;
}

/** An ordinary user: slurmrestd refuses to run as root, which tests are in some containers. */
export const other = process.getuid?.() === 0 ? { uid: 65534, gid: 65534, name: 'nobody' } : null;
const as = other === null ? {} : { uid: other.uid, gid: other.gid };

/** This system's own Slurm. */
export function ownGround(): Ground {
  // Short: the path of a Unix socket has at most 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'slurm-'));
  const env = (variables: Variables) => ({
    ...process.env,
    PATH: `${process.env.PATH ?? ''}${delimiter}/usr/sbin${delimiter}/sbin`,
    ...variables,
  });
  return {
    user: other?.name ?? userInfo().username,
    folder,
    here: (path) => path,
    handOver() {
      if (other === null) return;
      const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      for (const one of ['', ...all]) chownSync(join(folder, one), other.uid, other.gid);
    },
    run: (variables, name, ...args) =>
      spawnSync(name, args, { ...as, env: env(variables), encoding: 'utf8' }).stdout ?? '',
    start: (variables, name, ...args) =>
      spawn(name, args, { ...as, env: env(variables), stdio: ['ignore', 'ignore', 'pipe'] }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
