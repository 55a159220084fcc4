import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { patience } from '../support/patience.ts';
import { freePort } from '../support/ports.ts';
import { type Ground, ownGround } from './ground.ts';

export interface Slurm {
  /** The Unix socket of slurmrestd. */
  readonly socketPath: string;
  /** Where jobs may write. */
  readonly folder: string;
  /** Slurm's own configuration. */
  readonly configuration: string;
  stop(): Promise<void>;
}

/** In what one generation, and one test, differs from another. */
export interface SlurmKind {
  readonly ground?: Ground;
  /** Lines of its configuration; null leaves one out. */
  readonly values?: Readonly<Record<string, string | number | null>>;
  readonly cgroups?: string;
  /** Arguments of slurmrestd that choose its interfaces. */
  readonly rest?: readonly string[];
  /** With its accounting database. */
  readonly accounting?: boolean;
}

/** A real Slurm of one node, by an ordinary user, without systemd and control groups. */
export async function startSlurm(kind: SlurmKind = {}): Promise<Slurm> {
  const { ground = ownGround(), cgroups = 'CgroupPlugin=cgroup/v1', accounting = false } = kind;
  const { rest = ['-s', 'openapi/v0.0.38'] } = kind;
  const place = (name: string): string => `${ground.folder}/${name}`;
  const write = (name: string, text: string | Buffer, mode = 0o600): void =>
    writeFileSync(ground.here(place(name)), text, { mode });
  for (const name of ['state', 'spool', 'munge', 'jobs']) {
    mkdirSync(ground.here(place(name)), { mode: 0o700 });
  }
  const database = accounting ? await freePort() : null;
  write('munge/key', randomBytes(1024), 0o400);
  write('cgroup.conf', `${cgroups}\n`);
  write('slurm.conf', await configuration(ground, database, kind.values ?? {}));
  if (database !== null) write('slurmdbd.conf', databaseConfiguration(ground, database));
  ground.handOver();
  const variables = { SLURM_CONF: place('slurm.conf') };
  const running: { readonly name: string; readonly child: ChildProcess; said: string }[] = [];
  const start = (name: string, ...args: readonly string[]): void => startWith({}, name, ...args);
  const startWith = (
    more: Readonly<Record<string, string>>,
    name: string,
    ...args: readonly string[]
  ): void => {
    const child = ground.start({ ...variables, ...more }, name, ...args);
    const one = { name, child, said: '' };
    child.stdout?.resume();
    child.stderr?.on('data', (text: Buffer) => {
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
    ground.run(variables, name, ...args);
  const stop = async (): Promise<void> => {
    for (const { child } of running.reverse()) {
      if (child.exitCode !== null || child.pid === undefined) continue;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    }
    ground.close();
  };
  const startDatabase = async (): Promise<void> => {
    const socket = `--socket=${place('db.sock')}`;
    const data = `--datadir=${place('db')}`;
    const own = ['--no-defaults', data];
    answers('mariadb-install-db', ...own, '--auth-root-authentication-method=normal');
    const small = ['--innodb-buffer-pool-size=64M', '--innodb-flush-log-at-trx-commit=0'];
    start('mariadbd', ...own, socket, '--skip-networking', ...small);
    const ask = (words: string): string =>
      answers('mariadb', '--no-defaults', '-uroot', socket, '-N', '-e', words);
    await until('the database', () => ask('select 1') !== '');
    ask('create database acct');
    const configured = { SLURM_CONF: place('slurmdbd.conf'), MYSQL_UNIX_PORT: place('db.sock') };
    startWith(configured, 'slurmdbd', '-D');
    await until('slurmdbd', () => answers('sacctmgr', '-i', 'add', 'cluster', 'lane') !== '');
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
    if (accounting) await startDatabase();
    start('slurmctld', '-D', '-i');
    start('slurmd', '-D');
    // Newer ones refuse to run as Slurm's user, who is the only one here.
    const checks = { SLURMRESTD_SECURITY: 'disable_user_check' };
    startWith(checks, 'slurmrestd', '-a', 'rest_auth/local', ...rest, `unix:${place('rest.sock')}`);
    await until('an idle node', () => answers('sinfo', '-h', '-o', '%t').includes('idle'));
    const socketPath = ground.here(place('rest.sock'));
    await until('slurmrestd', () => existsSync(socketPath));
    return { socketPath, folder: place('jobs'), configuration: place('slurm.conf'), stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function configuration(
  { user, folder }: Ground,
  database: number | null,
  more: NonNullable<SlurmKind['values']>,
): Promise<string> {
  const place = (name: string): string => `${folder}/${name}`;
  const host = hostname().split('.')[0] ?? 'localhost';
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
    ...(database === null
      ? {}
      : {
          AccountingStorageType: 'accounting_storage/slurmdbd',
          AccountingStorageHost: '127.0.0.1',
          AccountingStoragePort: database,
          AccountingStoragePass: place('munge/socket'),
        }),
    ...more,
  };
  return [
    ...linesOf(values),
    `NodeName=${host} NodeAddr=127.0.0.1 CPUs=4 CoresPerSocket=4 RealMemory=1000 State=UNKNOWN`,
    'PartitionName=small Nodes=ALL Default=YES MaxTime=10 State=UP',
    'PartitionName=large Nodes=ALL MaxTime=60 State=UP',
    '',
  ].join('\n');
}

function databaseConfiguration({ user, folder }: Ground, port: number): string {
  const values = {
    AuthType: 'auth/munge',
    AuthInfo: `socket=${folder}/munge/socket`,
    DbdHost: hostname().split('.')[0] ?? 'localhost',
    DbdAddr: '127.0.0.1',
    DbdPort: port,
    SlurmUser: user,
    StorageType: 'accounting_storage/mysql',
    StorageHost: 'localhost',
    StorageUser: 'root',
    StorageLoc: 'acct',
    LogFile: `${folder}/slurmdbd.log`,
    PidFile: `${folder}/slurmdbd.pid`,
  };
  return `${linesOf(values).join('\n')}\n`;
}

const linesOf = (values: Readonly<Record<string, string | number | null>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => (value === null ? [] : `${name}=${value}`));
