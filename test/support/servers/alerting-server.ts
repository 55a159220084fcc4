import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Pair, Pki } from '../worlds/pki.ts';

export interface AlertingServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * `openssl s_server` on a free port: answers 200 to a user of the PKI and, unlike nginx, ends the
 * connection with a TLS alert where the client's certificate does not please it.
 */
export function startAlertingServer(
  pki: Pki,
  version: 'tls1_2' | 'tls1_3',
): Promise<AlertingServer> {
  return startOpensslServer(pki.servers.good, [
    ...[`-${version}`, '-Verify', '1', '-verify_return_error'],
    ...['-CAfile', pki.authorities.users.certificateFile],
  ]);
}

/** `openssl s_server` with a certificate and these options, on a free port. */
export async function startOpensslServer(
  { certificateFile, keyFile }: Pick<Pair, 'certificateFile' | 'keyFile'>,
  options: readonly string[],
): Promise<AlertingServer> {
  const child = spawn(
    'openssl',
    [
      ...['s_server', '-accept', '127.0.0.1:0', '-www'],
      ...['-cert', certificateFile, '-key', keyFile, ...options],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const exited = once(child, 'exit');
  let said = '';
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(piece);
    const port = /ACCEPT .*:(\d+)/.exec(said)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return {
      url: `https://localhost:${port}/`,
      async stop() {
        child.kill();
        await exited;
      },
    };
  }
  throw new Error(`openssl s_server ended: ${said}`);
}
