import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { rounds } from '../../support/processes/rounds.ts';
import { noteTotal } from '../../support/totals.ts';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { createHolds } from './holds.ts';
import {
  type HostileCertificate,
  hostileCertificates,
  pemOf,
  serverKey,
  testAuthority,
} from './hostile-certificates.ts';
import { makeSite, type Site } from './site.ts';
import { openStage } from './stage.ts';
import { startWatchedHost, type WatchedHost } from './watched-host.ts';

const count = rounds(52, 500);

let host: WatchedHost;
let site: Site;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  site = await makeSite(`${folder.path}/site`);
  host = await startWatchedHost(`${folder.path}/data`, site);
  await host.client.call('vault.setPassphrase', { passphrase: 'correct horse battery' });
});
afterAll(async () => {
  await host.close();
  await folder.remove();
});

/** A server that shows what it is told to. */
async function serving() {
  const [first] = hostileCertificates(1);
  const cert = first?.chain().map(pemOf).join('') ?? '';
  const server = createServer({ key: serverKey, cert }, (_request, response) => response.end('[]'));
  let shown = 0;
  server.on('connection', () => {
    shown += 1;
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    shown: () => shown,
    /** False where the test's own OpenSSL cannot show such a one. */
    show({ chain }: HostileCertificate): boolean {
      server.closeAllConnections();
      try {
        server.setSecureContext({ key: serverKey, cert: chain().map(pemOf).join('') });
        return true;
      } catch {
        return false;
      }
    },
  };
}

test('certificates of servers: nothing that is read holds main up', async () => {
  const stage = await openStage(host, site, 'certificates');
  const { ask, must, next, systemId, provider } = stage;
  const server = await serving();
  const authorities = [testAuthority];
  await must('systems.update', { id: systemId, webApiUrl: server.origin, authorities });
  const holds = createHolds(host);
  const tooLong: string[] = [];
  let tried = 0;
  // of those that OpenSSL lets a server show
  for (const certificate of hostileCertificates(3 * count)) {
    if (tried === count) break;
    if (!server.show(certificate)) continue;
    tried += 1;
    stage.showing(certificate.name);
    const asked = async (): Promise<void> => {
      await ask('machines.refresh', { systemId });
      await ask('machines.snapshot', { systemId });
    };
    const examined = async (): Promise<void> => {
      const ended = next(
        'doctor.changed',
        (now) => now.systemId === systemId && now.state === 'ended',
      );
      await ask('doctor.start', { systemId, service: 'webApi', completion: false });
      await ended;
      await ask('doctor.shareable', { systemId, service: 'webApi' });
      await ask('doctor.askIssuer', { systemId, service: 'webApi' });
    };
    for (const [how, work] of [
      ['asked', asked],
      ['examined', examined],
    ] as const) {
      tooLong.push(...(await holds.during([{ name: `${how}, ${certificate.name}`, work }])));
    }
  }
  await must('systems.update', { id: systemId, webApiUrl: provider.origin });
  await stage.goesOn();
  expect(stage.faults).toEqual([]);
  const found = `main held for ${holds.longest().toFixed(0)} ms at most`;
  noteTotal({ what: 'hostile answers to: certificates of servers', tried, found });
  expect(tooLong).toEqual([]);
  expect(tried).toBe(count);
  expect(server.shown()).toBeGreaterThan(tried);
});
