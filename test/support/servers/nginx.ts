import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stop } from '../ended.ts';
import { answers, freePort } from '../ports.ts';
import type { Pair, Pki } from '../worlds/pki.ts';

export interface NginxOptions {
  /** Of the servers it needs `good` alone, where it is given no other. */
  readonly pki: {
    readonly authorities: Pick<Pki['authorities'], 'users'>;
    readonly servers: Pick<Pki['servers'], 'good'>;
  };
  /** A folder of its own; created. */
  readonly dir: string;
  /** Default `pki.servers.good`. */
  readonly server?: Pair;
  /** Default both. */
  readonly protocols?: readonly ('TLSv1.2' | 'TLSv1.3')[];
  /** nginx's `ssl_verify_client`; default `on`. */
  readonly verifyClient?: 'on' | 'off' | 'optional';
  /** What nginx does at `/status/`, in the words of its configuration; default: it answers the machines. */
  readonly status?: string;
  /** More of the server's block, such as places that `status` speaks of. */
  readonly places?: string;
  /** What `/status/` answers at first; default two machines. */
  readonly machines?: unknown;
}

export interface Nginx {
  /** `{base_url}` of the Web API, for example `https://localhost:41234/api`. */
  readonly baseUrl: string;
  readonly port: number;
  /** Changes what `/status/` answers from the next request on; a string is sent as it is. */
  setMachines(machines: unknown): Promise<void>;
  stop(): Promise<void>;
}

export const defaultMachines: readonly unknown[] = [
  { machine: 'fugaku', status: 'OK' },
  { machine: 'prepost', status: 'NG', note: 'kept as it came' },
];

/** Where nginx is installed, or null: then a test says so and skips. */
export async function findNginx(): Promise<string | null> {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  for (const folder of folders) {
    const file = join(folder, 'nginx');
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return file;
  }
  return null;
}

/**
 * The system's own nginx as a Web API: `GET /api/status/` over TLS, client certificates checked
 * against `pki.authorities.users`. Listens on a free port of loopback; answers when this resolves.
 */
export async function startNginx(options: NginxOptions): Promise<Nginx> {
  const binary = await findNginx();
  if (binary === null) throw new Error('nginx is not installed');
  const { dir } = options;
  await mkdir(join(dir, 'www'), { recursive: true });
  await mkdir(join(dir, 'tmp'), { recursive: true });
  const setMachines = (machines: unknown): Promise<void> =>
    writeFile(
      join(dir, 'www', 'status.json'),
      typeof machines === 'string' ? machines : JSON.stringify(machines),
    );
  await setMachines(options.machines ?? defaultMachines);

  // Another process may take the port between the choice and nginx's bind: choose again.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    await writeFile(join(dir, 'nginx.conf'), configOf(options, port));
    const started = await start(binary, dir, port);
    if ('child' in started) {
      return {
        baseUrl: `https://localhost:${port}/api`,
        port,
        setMachines,
        stop: () => stop(started.child),
      };
    }
    if (attempt === 5 || !started.said.includes('Address already in use')) {
      throw new Error(`nginx did not start: ${started.said}`);
    }
  }
}

async function start(
  binary: string,
  dir: string,
  port: number,
): Promise<{ child: ChildProcess } | { said: string }> {
  const child = spawn(binary, ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise<false>((resolve) => {
    child.once('error', (error) => {
      said += String(error);
      resolve(false);
    });
    child.once('exit', () => resolve(false));
  });
  const ready = await Promise.race([ended, answers(port, () => child.exitCode !== null)]);
  return ready ? { child } : { said };
}

function configOf({ pki, dir, ...options }: NginxOptions, port: number): string {
  const server = options.server ?? pki.servers.good;
  const protocols = options.protocols ?? ['TLSv1.2', 'TLSv1.3'];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path "${join(dir, 'tmp', name)}";`)
    .join('\n');
  // Workers would otherwise run as another user, who may not read the test's folder.
  const user = process.getuid?.() === 0 ? 'user root root;' : '';
  return `daemon off;
${user}
worker_processes 1;
pid "${join(dir, 'nginx.pid')}";
error_log stderr error;
events { worker_connections 128; }
http {
  access_log off;
  default_type application/json;
${temporary}
  server {
    listen 127.0.0.1:${port} ssl;
    server_name localhost;
    ssl_certificate "${server.certificateFile}";
    ssl_certificate_key "${server.keyFile}";
    ssl_protocols ${protocols.join(' ')};
    ssl_client_certificate "${pki.authorities.users.certificateFile}";
    ssl_verify_client ${options.verifyClient ?? 'on'};
    root "${join(dir, 'www')}";
    location = /api/status/ { ${options.status ?? 'rewrite ^ /status.json break;'} }
    ${options.places ?? ''}
    location / { return 404; }
  }
}
`;
}
