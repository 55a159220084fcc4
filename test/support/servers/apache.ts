import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from '../../../scripts/lanes/needs.ts';
import { stop } from '../ended.ts';
import { answers, freePort } from '../ports.ts';
import type { Pki } from '../worlds/pki.ts';
import { defaultMachines } from './nginx.ts';

export interface ApacheOptions {
  readonly pki: Pki;
  /** Default both. */
  readonly protocols?: readonly ('TLSv1.2' | 'TLSv1.3')[];
  /** Where the certificate is asked for: after the request of `/api`, in every handshake, or nowhere; default `location`. */
  readonly asks?: 'location' | 'handshake' | 'never';
  /** More of its configuration. */
  readonly more?: string;
}

export interface Apache {
  /** `{base_url}` of the Web API: `GET /api/status/` says in `x-user` whose certificate it got. */
  readonly baseUrl: string;
  readonly host: string;
  stop(): Promise<void>;
}

/** Debian's Apache 2.4, or undefined: then a test says so and skips. */
export const apache = findProgram('apache2');

/** An Apache as a site sets it up that asks for a certificate where the Web API is. */
export async function startApache(options: ApacheOptions): Promise<Apache> {
  if (apache === undefined) throw new Error('apache2 is not installed');
  // Its workers give root up, and read the documents all the same.
  const dir = await mkdtemp(join(tmpdir(), 'apache-'));
  await chmod(dir, 0o755);
  const documents = join(dir, 'www');
  await mkdir(join(documents, 'api', 'status'), { recursive: true });
  await writeFile(join(documents, 'api', 'status', 'index.json'), JSON.stringify(defaultMachines));
  await writeFile(join(documents, 'own.html'), '<h1>A page of our own</h1>');
  const file = join(dir, 'apache.conf');
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    await writeFile(file, configOf(options, dir, port));
    const child = spawn(apache, ['-f', file, '-D', 'FOREGROUND'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
    if (await answers(port, () => child.exitCode !== null)) {
      return {
        baseUrl: `https://localhost:${port}/api`,
        host: `localhost:${port}`,
        async stop() {
          await stop(child);
          await rm(dir, { recursive: true, force: true });
        },
      };
    }
    if (attempt === 5 || !said.includes('Address already in use')) {
      throw new Error(`apache2 did not start: ${said}`);
    }
  }
}

const modules = ['mpm_event', 'authz_core', 'dir', 'mime', 'alias', 'headers', 'ssl'];

function configOf({ pki, ...options }: ApacheOptions, dir: string, port: number): string {
  const { protocols = ['TLSv1.2', 'TLSv1.3'], asks = 'location', more = '' } = options;
  const server = pki.servers.good;
  const folder = join(dirname(dirname(apache ?? '')), 'lib/apache2/modules');
  const verify = 'SSLVerifyClient require\nSSLVerifyDepth 5';
  return `ServerName localhost
Listen 127.0.0.1:${port}
PidFile "${dir}/apache.pid"
DefaultRuntimeDir "${dir}"
Mutex posixsem
ErrorLog "${dir}/error.log"
LogLevel info
User www-data
Group www-data
StartServers 1
ThreadsPerChild 8
${modules.map((name) => `LoadModule ${name}_module "${folder}/mod_${name}.so"`).join('\n')}
TypesConfig /dev/null
AddType application/json .json
AddType text/html .html
DirectoryIndex index.json
SSLEngine on
SSLProtocol ${protocols.map((name) => `+${name}`).join(' ')}
SSLCertificateFile "${server.certificateFile}"
SSLCertificateKeyFile "${server.keyFile}"
SSLCACertificateFile "${pki.authorities.users.certificateFile}"
DocumentRoot "${dir}/www"
Header always set X-User "%{SSL_CLIENT_S_DN_CN}s"
Header always set X-Protocol "%{SSL_PROTOCOL}s"
<Directory "${dir}/www">
Require all granted
</Directory>
${asks === 'handshake' ? verify : ''}
${asks === 'location' ? `<Location "/api">\n${verify}\n</Location>` : ''}
${more}
`;
}
