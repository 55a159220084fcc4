import { once } from 'node:events';
import { createServer as createHttps, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { json } from '../../support/servers/doctor-servers.ts';
import { type Connection, diagnosis, doctorFor, nameOf } from '../../support/worlds/doctor.ts';
import { doctorPlace } from '../../support/worlds/doctor-place.ts';
import {
  fingerprintOf,
  hasOpenssl,
  identityOf,
  issueServer,
  type Pair,
  selfSigned,
} from '../../support/worlds/pki.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: pinned certificates (no openssl command)');

describe.skipIf(!openssl)('a pinned certificate', () => {
  const place = doctorPlace();
  const { servers, cleanUps, ours } = place;

  async function worldOf(address: string, more: Partial<Connection> = {}) {
    const world = await doctorFor(place.database, { service: 'webApi', address, ...more });
    cleanUps.push(() => world.close());
    const connection = () => world.links.to(world.systemId, 'webApi').connection;
    return {
      ...world,
      diagnosed: async () => {
        await world.start();
        const { startedAt } = await world.snapshot();
        const result = await world.events.until(
          'doctor.changed',
          (one) => one.startedAt === startedAt && one.state === 'ended',
        );
        return {
          ...diagnosis(result),
          trustedBy: nameOf(result.steps.find(({ id }) => id === 'trust')),
        };
      },
      /** What a request there comes to, as any domain makes one. */
      asked: (url: string) =>
        world.network.request({ url, connection: connection() }).then(
          ({ status }) => status,
          (error: { code?: string }) => error.code,
        ),
      kept: async () => (await world.decided()).pins,
    };
  }
  /** A server that shows another certificate when it is told to. */
  async function changing(pair: Pair) {
    let server: Server | null = null;
    let port = 0;
    const show = async ({ privateKeyPem: key, certificatePem: cert }: Pair): Promise<void> => {
      server?.closeAllConnections();
      server?.close();
      server = createHttps({ key, cert }, json(200, [], { connection: 'close' }));
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
    };
    await show(pair);
    cleanUps.push(() => {
      server?.closeAllConnections();
      server?.close();
    });
    return { address: `https://localhost:${port}`, show };
  }

  test('is trusted once its fingerprint was compared, is listed, and is forgotten when it is removed', async () => {
    const pair = await selfSigned(place.pki);
    const address = await servers.https(json(200, []), pair);
    const world = await worldOf(address);
    expect(await world.diagnosed()).toMatchObject({ trust: 'trust-self-signed' });
    const other = fingerprintOf((await selfSigned(place.pki)).certificatePem);
    expect(await world.pin(other)).toEqual({ outcome: 'differs', problem: null });
    expect(await world.pin('AB:CD')).toEqual({ outcome: 'unreadable', problem: null });
    expect(await world.kept()).toEqual([]);
    expect(await world.asked(address)).toBe('tls-server-not-trusted');

    const fingerprint = fingerprintOf(pair.certificatePem);
    const typed = `sha256 Fingerprint=${(fingerprint.toUpperCase().match(/../g) ?? []).join(':')}\n`;
    expect(await world.pin(typed)).toEqual({ outcome: 'pinned', problem: null });
    expect(await world.kept()).toMatchObject([{ host: new URL(address).host, fingerprint }]);
    expect(await world.diagnosed()).toEqual({ trustedBy: 'trust-pinned' });
    expect(await world.asked(address)).toBe(200);

    const { host } = new URL(address);
    await world.removePin(host, fingerprint);
    expect(await world.kept()).toEqual([]);
    expect(await world.asked(address)).toBe('tls-server-not-trusted');
  });

  test('that an unknown authority issued is good by itself, and that authority stays unknown', async () => {
    const address = await servers.https(json(200, []), place.pki.servers.untrusted);
    const world = await worldOf(address);
    const outcome = await world.pin(fingerprintOf(place.pki.servers.untrusted.certificatePem));
    expect(outcome).toEqual({ outcome: 'pinned', problem: null });
    expect(await world.diagnosed()).toEqual({ trustedBy: 'trust-pinned' });
    const sibling = await issueServer(place.pki, 'sibling', {
      authority: place.pki.authorities.foreign,
    });
    expect(await world.asked(await servers.https(json(200, []), sibling))).toBe(
      'tls-server-not-trusted',
    );
  });

  test('is refused when the address shows another one later, also one that it issued', async () => {
    const pair = await selfSigned(place.pki);
    const { address, show } = await changing(pair);
    const world = await worldOf(address);
    expect((await world.pin(fingerprintOf(pair.certificatePem))).outcome).toBe('pinned');
    expect(await world.asked(address)).toBe(200);
    const authority = { name: 'pinned', ...pair, pem: pair.certificatePem };
    const issued = await issueServer(place.pki, 'of-the-pinned', { authority });
    const chain = { ...issued, certificatePem: issued.certificatePem + pair.certificatePem };
    for (const [at, next] of [await selfSigned(place.pki), issued, chain].entries()) {
      await show(next);
      expect(await world.asked(address), String(at)).toBe('tls-server-not-trusted');
      expect(await world.diagnosed(), String(at)).toMatchObject({
        trust: expect.stringMatching(/^trust-(pin-differs|may-not-issue)$/),
      });
    }
    await show(pair);
    expect(await world.asked(address)).toBe(200);
  });

  test('takes nothing away: a certificate of a trusted authority is good at the same address', async () => {
    const pair = await selfSigned(place.pki);
    const { address, show } = await changing(pair);
    const world = await worldOf(address, { system: { authorities: ours() } });
    expect((await world.pin(fingerprintOf(pair.certificatePem))).outcome).toBe('pinned');
    await show(place.pki.servers.good);
    expect(await world.diagnosed()).toEqual({ trustedBy: 'trust-system-settings' });
  });

  test('holds for its host and port alone: not for another port, name or number, and by no redirect', async () => {
    const pair = await selfSigned(place.pki);
    const requests: string[] = [];
    const elsewhere = await servers.https((request, response) => {
      requests.push(request.url ?? '');
      response.end('[]');
    }, pair);
    const address = await servers.https(json(302, {}, { location: `${elsewhere}/status/` }), pair);
    const world = await worldOf(address);
    expect((await world.pin(fingerprintOf(pair.certificatePem))).outcome).toBe('pinned');
    expect(await world.asked(`${address}/status/`)).toBe('http-redirect-refused');
    expect(await world.asked(elsewhere)).toBe('tls-server-not-trusted');
    expect(await world.asked(address.replace('localhost', '127.0.0.1'))).toBe(
      'tls-server-not-trusted',
    );
    expect(await world.asked(address.replace('localhost', 'a.localhost'))).toBe(
      'tls-server-not-trusted',
    );
    expect(requests).toEqual([]);
  });

  test('does not mend a name or a time that is wrong, and is not kept then', async () => {
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    const authority = place.pki.authorities.foreign;
    const late = await issueServer(place.pki, 'late', {
      ...{ authority, period: { from: days(-9), to: days(-1) } },
    });
    const named = await issueServer(place.pki, 'named', {
      authority,
      names: 'DNS:elsewhere.example',
    });
    for (const [pair, code] of [
      [late, 'tls-server-expired'],
      [named, 'tls-server-name-mismatch'],
    ] as const) {
      const world = await worldOf(await servers.https(json(200, []), pair));
      expect(await world.pin(fingerprintOf(pair.certificatePem))).toMatchObject({
        ...{ outcome: 'not-good', problem: { code } },
      });
      expect(await world.kept()).toEqual([]);
    }
  });

  test('of a server that hangs up for want of a certificate lets the certificate be shown', async () => {
    const address = await servers.nginx({
      server: place.pki.servers.untrusted,
      protocols: ['TLSv1.2'],
    });
    const world = await worldOf(address, { identity: identityOf(place.pki.users.good) });
    await world.pin(fingerprintOf(place.pki.servers.untrusted.certificatePem));
    expect(await world.diagnosed()).toEqual({ trustedBy: 'trust-pinned' });
  });
});
