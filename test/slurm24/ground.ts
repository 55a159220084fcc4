import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ground } from '../slurm/ground.ts';
import { type CleanRoot, userHome, userId } from '../support/clean-root.ts';
import { patience } from '../support/patience.ts';

/** The Slurm of a root, by its user. It ends with the root. */
export function rootGround(root: CleanRoot): Ground {
  const here = (path: string): string => join(root.path, path);
  // Short: the path of a Unix socket has at most 107 bytes.
  const made = mkdtempSync(here(`${userHome}/s-`));
  // It has no network, and so nobody who knows its name.
  writeFileSync(here('/etc/hosts'), `127.0.0.1 localhost ${hostname()}\n`);
  // slurmdbd listens only where there is an address beside 127.0.0.1 (AI_ADDRCONFIG).
  const address = ['ip', 'address', 'add', '192.0.2.1/32', 'dev', 'lo'];
  spawnSync('nsenter', [`--target=${root.pid}`, '--net', ...address]);
  const words = (variables: Readonly<Record<string, string>>): string[] => [
    'env',
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
  ];
  return {
    user: 'desk',
    folder: `/${relative(root.path, made)}`,
    here,
    handOver() {
      const all = readdirSync(made, { recursive: true, encoding: 'utf8' });
      for (const one of ['', ...all]) chownSync(join(made, one), userId, userId);
    },
    run(variables, ...command) {
      const { status, output } = root.run('desk', ...words(variables), ...command);
      return status === 0 ? output : '';
    },
    start: (variables, ...command) => root.start('desk', ...words(variables), ...command),
    close: () => undefined,
  };
}

/** Leads from here to a socket there: slurmrestd lets in only whose process it can see. */
export async function openRelay(ground: Ground, socket: string): Promise<string> {
  const path = `${ground.folder}/relay.sock`;
  const there = `${ground.folder}/${basename(socket)}`;
  ground.start({}, 'socat', `UNIX-LISTEN:${path},fork`, `UNIX-CONNECT:${there}`);
  const limit = Date.now() + patience(10_000);
  while (!existsSync(ground.here(path))) {
    if (Date.now() > limit) throw new Error('no relay to slurmrestd');
    await wait(20);
  }
  return ground.here(path);
}
