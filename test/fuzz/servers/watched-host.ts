import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connectWebClient, type WebClient } from '../../support/servers/web-client.ts';
import type { Site } from './site.ts';

const entry = fileURLToPath(new URL('../../../main/web.ts', import.meta.url));
const watch = fileURLToPath(new URL('./loop-watch.ts', import.meta.url));

/** The web host as a process of its own whose main thread is watched, and a tab of it. */
export interface WatchedHost {
  readonly client: WebClient;
  readonly origin: string;
  /** ms of processor time that its main thread was at work in one go, the longest since it was asked last. */
  held(): Promise<number>;
  close(): Promise<void>;
}

export async function startWatchedHost(dataFolder: string, { pki }: Site): Promise<WatchedHost> {
  const args = ['--import', watch, entry, '--data-dir', dataFolder, '--no-open'];
  // As a computer trusts its site's servers.
  const trusted =
    pki === null ? {} : { NODE_EXTRA_CA_CERTS: pki.authorities.servers.certificateFile };
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...trusted },
  });
  const address = await readyAddress(child);
  const client = await connectWebClient(address);
  return {
    client,
    origin: new URL(address).origin,
    async held() {
      const told = once(child, 'message') as Promise<[{ held: number }]>;
      child.send('read');
      const [{ held }] = await told;
      return held;
    },
    async close() {
      client.close();
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function readyAddress({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('not piped');
  const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string];
  return line.replace('Compute Desk ready: ', '');
}
