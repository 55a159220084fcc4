import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/lanes/needs.ts';

const cache = fileURLToPath(new URL('../../.cache', import.meta.url));

/** What a root has: a release of Debian, and packages of it. */
export interface Contents {
  readonly release: string;
  readonly packages: readonly string[];
}

/** The user of the clean root. */
export const userId = 1000;
export const userHome = '/home/desk';

/** Why there is no clean root here; undefined where there can be one. */
export function rootObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'they are for Linux x64';
  if (process.getuid?.() !== 0) return 'only root can set up another system';
  for (const tool of ['mmdebstrap', 'unshare', 'nsenter', 'pivot_root', 'zstd']) {
    if (findProgram(tool) === undefined) return `${tool} is not installed`;
  }
  return undefined;
}

/**
 * A Debian with those packages and a user, of the packages that apt is set up for here (another release comes from the
 * same place), as an archive that is kept. @throws Error where the packages cannot be had
 */
export function archiveOf({ release, packages }: Contents): string {
  const system = [...packages].sort();
  const key = [release, ...system].join();
  const number = createHash('sha256').update(key).digest('hex').slice(0, 12);
  const file = join(cache, `package-root-${number}.tar.zst`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'compute-desk-root-'));
  try {
    const made = spawnSync(
      'mmdebstrap',
      [
        ...['--variant=apt', '--mode=root', `--include=${system.join(',')}`],
        `--customize-hook=chroot "$1" useradd --create-home --uid ${userId} desk`,
        ...[release, join(work, 'root.tar.zst'), mirror()],
      ],
      { encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`mmdebstrap ended with ${made.status}: ${made.stderr}`);
    renameSync(join(work, 'root.tar.zst'), file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return file;
}

/** Where apt gets Debian from here. */
function mirror(): string {
  const args = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Label: Debian'];
  const [address = ''] = spawnSync('apt-get', args, { encoding: 'utf8' }).stdout.split('\n');
  if (address === '') throw new Error('apt is set up for no Debian here');
  return address;
}

/** Sets up what a container has: its own processes, mounts and network, which is loopback alone. */
const enter = `
root=$1
PATH=$PATH:/usr/sbin:/sbin
mount --make-rprivate /
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount --rbind /dev dev
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t tmpfs -o mode=1777 tmpfs tmp
mkdir -p tmp/.X11-unix tmp/old
chmod 1777 tmp/.X11-unix
ip link set lo up
pivot_root . tmp/old
cd /
umount -l tmp/old
rmdir tmp/old
mount --rbind / mnt
echo ready
sleep infinity &
wait
`;

export interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** Who runs something there: `confined` is the user where users may not make namespaces. */
export type Who = 'root' | 'desk' | 'confined';

/** A system of its own, without any network. */
export interface CleanRoot {
  /** Its place seen from outside. */
  readonly path: string;
  /** A process whose namespaces are its own. */
  readonly pid: number;
  /** Runs a program there to its end. */
  run(user: Who, ...command: readonly string[]): Ran;
  /** Starts one there. */
  start(user: Who, ...command: readonly string[]): ChildProcess;
  close(): Promise<void>;
}

export async function openCleanRoot(contents: Contents): Promise<CleanRoot> {
  const path = mkdtempSync(join(tmpdir(), 'compute-desk-root-'));
  const unpacked = spawnSync('tar', ['--zstd', '-xpf', archiveOf(contents), '-C', path], {
    encoding: 'utf8',
  });
  if (unpacked.status !== 0) throw new Error(`tar: ${unpacked.stderr}`);
  const holder = spawn(
    'unshare',
    [
      ...['--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts', '--net'],
      ...['sh', '-euc', enter, 'sh', path],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(holder, 'exit');
  await Promise.race([
    once(holder.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('no system of its own could be set up'))),
  ]);
  const children = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8');
  const pid = Number(children.trim());
  const full = (user: Who, command: readonly string[]): [string, string[]] => [
    'nsenter',
    [
      ...[`--target=${pid}`, '--mount', '--pid', '--ipc', '--uts', '--net'],
      ...becoming[user],
      ...['env', '-i', ...environment(user), ...command],
    ],
  ];
  return {
    path,
    pid,
    run(user, ...command) {
      const done = spawnSync(...full(user, command), { encoding: 'utf8' });
      return { status: done.status, output: `${done.stdout}${done.stderr}` };
    },
    start: (user, ...command) =>
      spawn(...full(user, command), { stdio: ['ignore', 'pipe', 'pipe'] }),
    async close() {
      holder.kill('SIGKILL');
      await ended;
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const becoming: Readonly<Record<Who, readonly string[]>> = {
  root: [],
  desk: ['setpriv', `--reuid=${userId}`, `--regid=${userId}`, '--clear-groups', '--'],
  // Who is in another root than that of the mounts makes no user namespace (user_namespaces(7), EPERM).
  confined: ['chroot', `--userspec=${userId}:${userId}`, '/mnt'],
};

function environment(user: Who): string[] {
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const home = user === 'root' ? '/root' : userHome;
  return [
    ...[`PATH=${path}`, `HOME=${home}`, 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'],
    // The desktop whose way of opening files goes by the MIME database.
    ...(user === 'root' ? [] : ['DISPLAY=:7', 'XDG_CURRENT_DESKTOP=GNOME']),
  ];
}

/** Every file and link of a system, but for what programs keep of their work. */
export function filesOf({ path }: CleanRoot): string[] {
  const found = spawnSync('find', ['.', '-xdev', '-not', '-type', 'd', '-printf', '%P\n'], {
    cwd: path,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const kept = /^(?:var\/(?:log|cache|lib\/(?:apt|dpkg\/[^/]+-old|systemd))\b|home\/|tmp\/)/;
  return found.stdout.split('\n').filter((file) => file !== '' && !kept.test(file));
}

/** The folder of a path inside, made where it is missing, seen from outside. */
export function place(root: CleanRoot, path: string): string {
  const outside = join(root.path, path);
  mkdirSync(dirname(outside), { recursive: true });
  return outside;
}
