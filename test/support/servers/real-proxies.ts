import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../scripts/lanes/needs.ts';
import { stop } from '../ended.ts';
import { answers, freePort } from '../ports.ts';

export interface RealProxy {
  /** `127.0.0.1:port`. */
  readonly host: string;
  stop(): Promise<void>;
}

/** Who may use it. */
export interface ProxyUser {
  readonly name: string;
  readonly password: string;
}

/** For the environment of an app: its ways are direct, whatever proxies this machine has. */
export const noProxies = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [
    [name, ''],
    [name.toUpperCase(), ''],
  ]),
);

export const tinyproxy = findProgram('tinyproxy');
export const squid = findProgram('squid');
/** Squid's own checker of passwords in a file. */
const ncsa = '/usr/lib/squid/basic_ncsa_auth';

/** tinyproxy, for CONNECT to any port, with a password. @param dir of its own; made */
export async function startTinyproxy(dir: string, user: ProxyUser): Promise<RealProxy> {
  return started(dir, 'tinyproxy', tinyproxy, (port) => ({
    config: [
      `Port ${port}`,
      'Listen 127.0.0.1',
      'Timeout 10',
      'MaxClients 20',
      `BasicAuth ${user.name} ${user.password}`,
    ],
    args: (file) => ['-d', '-c', file],
  }));
}

/**
 * squid, for CONNECT to any port, with a password, or open to all, and names of its own.
 * @param dir of its own, in a folder that everyone may pass through: squid gives root up; made
 * @param hosts lines as of /etc/hosts
 */
export async function startSquid(
  dir: string,
  user: ProxyUser | null,
  hosts: readonly string[],
): Promise<RealProxy> {
  await mkdir(dir, { recursive: true });
  if (user !== null) {
    const hashed = await promisify(execFile)('openssl', ['passwd', '-apr1', user.password]);
    await writeFile(join(dir, 'users'), `${user.name}:${hashed.stdout.trim()}\n`);
  }
  await writeFile(join(dir, 'hosts'), `${hosts.join('\n')}\n`);
  return started(dir, 'squid', squid, (port) => ({
    config: [
      `http_port 127.0.0.1:${port}`,
      'pid_filename none',
      `hosts_file ${dir}/hosts`,
      'cache deny all',
      'access_log none',
      'cache_log /dev/null',
      'cache_store_log none',
      'shutdown_lifetime 0 seconds',
      ...(user === null
        ? ['http_access allow all']
        : [
            `auth_param basic program ${ncsa} ${dir}/users`,
            'auth_param basic children 1 startup=1 idle=1',
            'acl known proxy_auth REQUIRED',
            'http_access allow known',
            'http_access deny all',
          ]),
    ],
    // A name of its own: what it shares between its processes goes by that.
    args: (file) => ['-N', '-n', `test${port}`, '-f', file],
  }));
}

async function started(
  dir: string,
  name: string,
  program: string | undefined,
  how: (port: number) => {
    readonly config: readonly string[];
    readonly args: (file: string) => readonly string[];
  },
): Promise<RealProxy> {
  if (program === undefined) throw new Error(`${name} is not installed`);
  await mkdir(dir, { recursive: true });
  const port = await freePort();
  const { config, args } = how(port);
  const file = join(dir, `${name}.conf`);
  await writeFile(file, `${config.join('\n')}\n`);
  const child = spawn(program, args(file), { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
  }
  if (!(await answers(port, () => child.exitCode !== null))) {
    throw new Error(`${name} ended: ${said}`);
  }
  return { host: `127.0.0.1:${port}`, stop: () => stop(child) };
}
