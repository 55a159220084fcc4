import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { patience } from '../support/patience.ts';
import { freePort } from '../support/ports.ts';

export interface Slurm {
  /** The Unix socket of slurmrestd. */
  readonly socketPath: string;
  /** Where jobs may write. */
  readonly folder: string;
  /** Slurm's own configuration. */
  readonly configuration: string;
  stop(): Promise<void>;
}

/** An ordinary user: slurmrestd refuses to run as root, which tests are in some containers. */
export const other = process.getuid?.() === 0 ? { uid: 65534, gid: 65534, name: 'nobody' } : null;
const as = other === null ? {} : { uid: other.uid, gid: other.gid };

/** A real Slurm of one node, by an ordinary user, without systemd and control groups. */
export async function startSlurm(): Promise<Slurm> {
  // Short: the path of a Unix socket has at most 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'slurm-'));
  const place = (name: string): string => join(folder, name);
  for (const name of ['state', 'spool', 'munge', 'jobs']) mkdirSync(place(name), { mode: 0o700 });
  writeFileSync(place('munge/key'), randomBytes(1024), { mode: 0o400 });
  writeFileSync(place('cgroup.conf'), 'CgroupPlugin=cgroup/v1\n');
  writeFileSync(place('slurm.conf'), await configuration(place));
  if (other !== null) {
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(place);
    for (const one of [folder, ...all]) chownSync(one, other.uid, other.gid);
  }
  const environment = {
    ...process.env,
    PATH: `${process.env.PATH ?? ''}${delimiter}/usr/sbin${delimiter}/sbin`,
    SLURM_CONF: place('slurm.conf'),
  };
  const running: { readonly name: string; readonly child: ChildProcess; said: string }[] = [];
  const start = (name: string, ...args: readonly string[]): void => {
    const child = spawn(name, args, {
      ...as,
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const one = { name, child, said: '' };
    child.stderr.on('data', (text: Buffer) => {
      one.said = `${one.said}${text.toString()}`.slice(-4000);
    });
    child.on('error', (cause) => {
      one.said += cause.message;
    });
    running.push(one);
  };
  const until = async (what: string, isSo: () => boolean): Promise<void> => {
    const limit = Date.now() + patience(30_000);
    while (!isSo()) {
      const gone = running.find(({ child }) => child.exitCode !== null);
      if (gone !== undefined || Date.now() > limit) {
        const said = running.map((one) => `${one.name}: ${one.said}`).join('\n');
        throw new Error(`${what} was waited for in vain\n${said}`);
      }
      await wait(50);
    }
  };
  const answers = (name: string, ...args: readonly string[]): string =>
    spawnSync(name, args, { ...as, env: environment, encoding: 'utf8' }).stdout ?? '';
  const stop = async (): Promise<void> => {
    for (const { child } of running.reverse()) {
      if (child.exitCode !== null || child.pid === undefined) continue;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const files = ['key', 'pid', 'log', 'seed'];
    start(
      'munged',
      '--foreground',
      '--force',
      `--socket=${place('munge/socket')}`,
      ...files.map((name) => `--${name}-file=${place(`munge/${name}`)}`),
    );
    await until('munge', () => answers('munge', '-n', '-S', place('munge/socket')) !== '');
    start('slurmctld', '-D', '-i');
    start('slurmd', '-D');
    start(
      'slurmrestd',
      '-a',
      'rest_auth/local',
      '-s',
      'openapi/v0.0.38',
      `unix:${place('rest.sock')}`,
    );
    await until('an idle node', () => answers('sinfo', '-h', '-o', '%t').includes('idle'));
    await until('slurmrestd', () => existsSync(place('rest.sock')));
    return {
      socketPath: place('rest.sock'),
      folder: place('jobs'),
      configuration: place('slurm.conf'),
      stop,
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function configuration(place: (name: string) => string): Promise<string> {
  const host = hostname().split('.')[0] ?? 'localhost';
  const user = other?.name ?? userInfo().username;
  const values = {
    ClusterName: 'lane',
    SlurmctldHost: `${host}(127.0.0.1)`,
    SlurmctldPort: await freePort(),
    SlurmdPort: await freePort(),
    CommunicationParameters: 'NoCtldInAddrAny,NoInAddrAny',
    SlurmUser: user,
    SlurmdUser: user,
    AuthType: 'auth/munge',
    AuthInfo: `socket=${place('munge/socket')}`,
    CredType: 'cred/munge',
    StateSaveLocation: place('state'),
    SlurmdSpoolDir: place('spool'),
    SlurmctldPidFile: place('slurmctld.pid'),
    SlurmdPidFile: place('slurmd.pid'),
    SlurmctldLogFile: place('slurmctld.log'),
    SlurmdLogFile: place('slurmd.log'),
    ProctrackType: 'proctrack/linuxproc',
    TaskPlugin: 'task/none',
    SelectType: 'select/cons_tres',
    SelectTypeParameters: 'CR_Core',
    JobAcctGatherType: 'jobacct_gather/linux',
    MpiDefault: 'none',
    ReturnToService: 2,
    MinJobAge: 300,
    KillWait: 2,
    SchedulerParameters: 'sched_interval=1,batch_sched_delay=0',
    SlurmdParameters: 'config_overrides',
  };
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return [
    ...lines,
    `NodeName=${host} NodeAddr=127.0.0.1 CPUs=4 CoresPerSocket=4 RealMemory=1000 State=UNKNOWN`,
    'PartitionName=small Nodes=ALL Default=YES MaxTime=10 State=UP',
    'PartitionName=large Nodes=ALL MaxTime=60 State=UP',
    '',
  ].join('\n');
}
