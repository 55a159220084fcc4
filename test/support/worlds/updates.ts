import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { RequestOptions } from '../../../main/base/network/index.ts';
import { createUpdates } from '../../../main/settings/updates/index.ts';
import type { UpdatesState } from '../../../preload/contract/settings/updates.ts';
import { savedBackups } from './backups.ts';
import { behindTheDoor } from './door.ts';
import { testNetwork } from './network.ts';
import type { Pki } from './pki.ts';
import { recordEvents, recordLog } from './world.ts';

const window = { id: 'window' };
export const deb = (version = '0.2.0') => `compute-desk_${version}_amd64.deb`;
export const rpm = (version = '0.2.0') => `compute-desk-${version}-1.x86_64.rpm`;
export const appImage = (version = '0.2.0') => `compute-desk-${version}-x86_64.AppImage`;
export const changes = { en: 'Faster.', ja: '速くなりました。' };
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export const signing = generateKeyPairSync('ed25519');
export const publicPem = signing.publicKey.export({ type: 'spki', format: 'pem' });
export const keyHash = sha256(signing.publicKey.export({ type: 'spki', format: 'der' }));

export type Site = Map<string, Buffer>;

/** A folder of packages as `npm run package` signs it. */
export function siteOf(
  release = '0.2.0',
  key: KeyObject = signing.privateKey,
  image: Buffer = Buffer.alloc(400_000, release),
): Site {
  const packages: Site = new Map([
    [deb(release), Buffer.alloc(300_000, 7)],
    [rpm(release), Buffer.from('rpm')],
    [appImage(release), image],
    [`compute-desk-web-${release}.tar.gz`, Buffer.from('web')],
    [`compute-desk-${release}-win-x64.exe`, Buffer.from('exe')],
  ]);
  const files = [...packages].map(([name, bytes]) => ({ name, size: bytes.byteLength }));
  const described = { format: 'compute-desk-update', version: 1, release, changes, files };
  packages.set('update.json', Buffer.from(JSON.stringify(described)));
  const sums = [...packages].map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join('');
  const pem = createPublicKey(createPrivateKey(key.export({ type: 'pkcs8', format: 'pem' })));
  return packages
    .set('SHA256SUMS', Buffer.from(sums))
    .set('SHA256SUMS.sig', sign(null, Buffer.from(sums), key))
    .set('SHA256SUMS.pem', Buffer.from(pem.export({ type: 'spki', format: 'pem' })));
}

type Answer = Parameters<RequestListener>[1];

/** A site's server; `lie` answers in its place where it says so. */
export async function startSite(pki: Pki) {
  const asked: string[] = [];
  const served = {
    site: siteOf(),
    lie: (_path: string, _response: Answer): boolean => false,
  };
  const { certificatePem: cert, privateKeyPem: key } = pki.servers.good;
  const server = createServer({ cert, key }, (request, response) => {
    const path = (request.url ?? '').replace('/packages/', '');
    asked.push(path);
    if (served.lie(path, response)) return;
    const found = served.site.get(path);
    response.writeHead(found === undefined ? 404 : 200).end(found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/packages/`;
  return Object.assign(served, { asked, feedOf: (hash: string) => `${address}#sha256=${hash}` });
}

export interface DeskOptions {
  readonly site?: Site;
  readonly lie?: (path: string, response: Answer) => boolean;
  readonly policy?: { feed?: string; locked?: boolean };
  readonly version?: string;
  /** What the settings file has, over a restart. */
  readonly kept?: Map<string, unknown>;
  readonly now?: () => Date;
  /** One that serves already. */
  readonly served?: Awaited<ReturnType<typeof startSite>>;
}

/** The app of a version, and a site's server. */
export async function updatesDesk(pki: Pki, options: DeskOptions = {}) {
  const { policy = {}, now, kept = new Map<string, unknown>() } = options;
  const served = options.served ?? (await startSite(pki));
  if (options.site !== undefined) served.site = options.site;
  if (options.lie !== undefined) served.lie = options.lie;
  const network = testNetwork({ env: {}, usualAuthorities: [] });
  const trusted = <O extends RequestOptions>(wanted: O): O => ({
    ...wanted,
    authorities: [pki.authorities.servers.pem],
  });
  const { saved, saveStreamed } = savedBackups();
  const events = recordEvents();
  const log = recordLog();
  const made = createUpdates({
    ...{ version: options.version ?? '0.1.0', kind: 'electron', platform: 'linux 6.1 x64' },
    network: {
      request: (wanted) => network.request(trusted(wanted)),
      stream: (wanted) => network.stream(trusted(wanted)),
    },
    policy: {
      updateFeed: policy.feed === undefined ? null : { address: policy.feed, place: '/etc/p' },
      isLocked: () => policy.locked ?? false,
      requireOpen: () => undefined,
    },
    settings: { get: (name) => kept.get(name), set: (name, value) => void kept.set(name, value) },
    ...{ saveStreamed, emit: events.emit, log, patience: 1_500 },
    ...(now && { now }),
  });
  const close = async (): Promise<void> => {
    await made.close();
    await network.close();
  };
  onTestFinished(close);
  const { calls } = behindTheDoor('updates', made, log);
  const { asked, feedOf } = served;
  return {
    ...{ asked, saved, feedOf, served, kept, log, close, tick: made.tick },
    told: () => events.of('updates.changed'),
    until: (test: (state: UpdatesState) => boolean) => events.until('updates.changed', test),
    set: (feed: string | null) => calls.set({ feed }, window),
    use: () => calls.set({ feed: feedOf(keyHash) }, window),
    setDaily: (daily: boolean) => calls.setDaily({ daily }, window),
    state: () => calls.snapshot(undefined, window),
    check: () => calls.check(undefined, window),
    putOff: (version: string) => calls.putOff({ version }, window),
    save: (name: string) => calls.save({ name }, window),
  };
}
