import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type Connection,
  defaultConnection,
  type Network,
} from '../../../../main/base/network/index.ts';
import { fetchStatus } from '../../../../main/machines/monitor/status.ts';
import { type ApacheOptions, apache, startApache } from '../../../support/servers/apache.ts';
import { doctorFor, nameOf } from '../../../support/worlds/doctor.ts';
import { testNetwork } from '../../../support/worlds/network.ts';
import {
  hasOpenssl,
  identityOf,
  makePki,
  type Pair,
  type Pki,
} from '../../../support/worlds/pki.ts';
import { startMemoryStorage } from '../../../support/worlds/storage.ts';

const ready = apache !== undefined && (await hasOpenssl());
if (!ready) console.log('skipped: certificates that Apache asks for late (no apache2 or openssl)');

describe.skipIf(!ready)('an Apache that asks for the certificate after the request', () => {
  let dir: string;
  let pki: Pki;
  let network: Network;
  const cleanUps: (() => unknown)[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'apache-pki-'));
    pki = await makePki(dir);
  });
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  /** A server of its own, and what a connection to it learns. */
  async function world(options: Omit<ApacheOptions, 'pki'> = {}) {
    network = testNetwork({ env: {}, usualAuthorities: [] });
    cleanUps.push(() => network.close());
    const server = await startApache({ pki, ...options });
    cleanUps.push(() => server.stop());
    const learnt: [string, boolean][] = [];
    const connection = (tls12: readonly string[] = []): Connection => ({
      ...defaultConnection([pki.authorities.servers.pem]),
      tls12,
      limitTls: async (host, isLimited) => void learnt.push([host, isLimited]),
    });
    const call = (user: Pair | null, tls12: readonly string[] = [], more: object = {}) =>
      network.request({
        ...{ url: `${server.baseUrl}/status/`, connection: connection(tls12) },
        identity: user === null ? null : identityOf(user),
        ...more,
      });
    const status = (user: Pair) =>
      fetchStatus(
        network,
        {
          ...{ address: server.baseUrl, identity: identityOf(user) },
          ...{ connection: connection(), authorization: null },
        },
        () => new Date(),
      );
    return { ...server, learnt, connection, call, status };
  }

  test.each([
    ['its usual page', ''],
    ['a page of its own', 'ErrorDocument 403 /own.html'],
    ['a text of its own', 'ErrorDocument 403 "No"'],
    ['a redirect elsewhere', 'ErrorDocument 403 https://elsewhere.example/'],
    ['a redirect here', 'ErrorDocument 403 https://localhost/own.html'],
    ['no name of itself', 'ServerTokens Prod\nServerSignature Off'],
  ])('gets it over TLS 1.2 where it refuses with %s', async (_, more) => {
    const { call, host, learnt } = await world({ more });
    const answer = await call(pki.users.good);
    expect(answer).toMatchObject({
      ...{ status: 200, headers: { 'x-user': 'Test User good', 'x-protocol': 'TLSv1.2' } },
    });
    expect(learnt).toEqual([[host, true]]);
    // What was learnt is used at once.
    const again = await call(pki.users.good, [host]);
    expect(again.headers['x-protocol']).toBe('TLSv1.2');
    expect(learnt).toHaveLength(1);
  });

  test('gets each user’s own certificate, whoever called before', async () => {
    const { call, host } = await world();
    for (const name of ['good', 'rsa', 'good', 'rsa'] as const) {
      const answer = await call(pki.users[name], [host]);
      expect(answer.headers['x-user']).toBe(`Test User ${name}`);
    }
    await expect(call(null, [host])).rejects.toMatchObject({
      code: 'tls-client-certificate-missing',
    });
  });

  test('says over TLS 1.2 what is wrong with a certificate', async () => {
    const { call, host, learnt } = await world();
    await expect(call(pki.users.expired)).rejects.toMatchObject({
      code: 'tls-client-certificate-expired',
    });
    await expect(call(pki.users.foreign)).rejects.toMatchObject({
      code: 'tls-client-certificate-rejected',
    });
    expect(learnt).toEqual([
      [host, true],
      [host, true],
    ]);
  });

  test('that speaks TLS 1.2 alone has none missing taken for a failed handshake', async () => {
    const { call, learnt } = await world({ protocols: ['TLSv1.2'] });
    expect((await call(pki.users.good)).headers['x-user']).toBe('Test User good');
    await expect(call(null)).rejects.toMatchObject({ code: 'tls-client-certificate-missing' });
    expect(learnt).toEqual([]);
  });

  test.each(['', 'ErrorDocument 403 /own.html'])(
    'and speaks TLS 1.3 alone does not have the certificate blamed (%j)',
    async (more) => {
      const { status, learnt } = await world({ protocols: ['TLSv1.3'], more });
      for (let time = 0; time < 2; time++) {
        await expect(status(pki.users.good)).rejects.toMatchObject({ code: 'certificate-unasked' });
      }
      expect(learnt).toEqual([]);
    },
  );

  test('is another than one that refuses for other reasons, or asks in the handshake', async () => {
    const refusing = '<Location "/api">\nRequire all denied\n</Location>';
    for (const asks of ['never', 'handshake'] as const) {
      const { call, learnt } = await world({ asks, more: refusing });
      expect(await call(pki.users.good)).toMatchObject({
        ...{ status: 403, headers: { 'x-protocol': 'TLSv1.3' } },
      });
      expect(learnt).toEqual([]);
    }
    const { call, learnt, status } = await world({ more: refusing });
    // Over TLS 1.2 it has seen the certificate, and refuses its user.
    expect((await call(pki.users.good)).headers['x-user']).toBe('Test User good');
    expect(learnt).toHaveLength(1);
    await expect(status(pki.users.good)).rejects.toMatchObject({ code: 'certificate-refused' });
  });

  test('is not sent by itself again what may change something, nor a step of a browser', async () => {
    const { call, learnt } = await world({ more: 'ErrorDocument 403 https://elsewhere.example/' });
    const posted = await call(pki.users.good, [], {
      ...{ method: 'POST', body: 'x', redirects: 'report' },
    });
    expect(posted.status).toBe(302);
    expect((await call(pki.users.good, [], { redirects: 'return' })).status).toBe(302);
    expect(learnt).toEqual([]);
    expect((await call(pki.users.good, [], { redirects: 'report' })).status).toBe(200);
  });

  test('is reached again once it speaks TLS 1.3 alone and asks in the handshake', async () => {
    const { call, host, learnt } = await world({ protocols: ['TLSv1.3'], asks: 'handshake' });
    expect((await call(pki.users.good, [host])).headers['x-protocol']).toBe('TLSv1.3');
    expect(learnt).toEqual([[host, false]]);
  });

  test('cannot be feigned by somebody in between: what breaks TLS 1.3 brings no TLS 1.2', async () => {
    const { connection, learnt } = await world();
    // protocol_version, handshake_failure, and a cut.
    for (const answer of ['15030300020246', '15030300020228', '']) {
      let calls = 0;
      const between = createServer((socket) => {
        socket.on('error', () => socket.destroy());
        socket.once('data', () => {
          calls++;
          socket.end(Buffer.from(answer, 'hex'));
        });
      }).listen(0, '127.0.0.1');
      await once(between, 'listening');
      cleanUps.push(() => between.close());
      const { port } = between.address() as AddressInfo;
      const failed = network.request({
        ...{ url: `https://localhost:${port}/`, connection: connection() },
        identity: identityOf(pki.users.good),
      });
      await expect(failed).rejects.toMatchObject({ code: /^(tls-handshake|network-reset)$/ });
      expect(calls).toBe(1);
    }
    expect(learnt).toEqual([]);
  });

  test('is named by the doctor, the first time and after', async () => {
    const { baseUrl, host } = await world({ more: 'ErrorDocument 403 https://elsewhere.example/' });
    const database = await startMemoryStorage();
    cleanUps.push(() => database.close());
    const { pem } = pki.authorities.servers;
    const authority = { subject: '', notAfter: new Date().toISOString(), fingerprint: '', pem };
    const doctor = await doctorFor(database, {
      ...{ service: 'webApi', address: baseUrl, identity: identityOf(pki.users.good) },
      system: { authorities: [authority] },
    });
    cleanUps.push(() => doctor.close());
    const found = async () => {
      await doctor.start();
      const { startedAt } = await doctor.snapshot();
      const { steps } = await doctor.events.until(
        'doctor.changed',
        (one) => one.startedAt === startedAt && one.state === 'ended',
      );
      return Object.fromEntries(steps.map((one) => [one.id, nameOf(one)]));
    };
    expect(await found()).toMatchObject({ http: 'certificate-asked-later' });
    const [kept] = await database.all({ sql: 'SELECT tls12 FROM connections' });
    expect(JSON.parse(String(kept?.tls12))).toMatchObject([{ host }]);
    expect(await found()).toMatchObject({
      ...{ clientCertificate: 'certificate-asked-later', http: 'http' },
    });
  });
});
