import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { certificate } from '../../renderer/world.ts';
import { patience } from '../../support/patience.ts';
import {
  type Connection,
  diagnosis,
  doctorFor,
  examined,
  nameOf,
} from '../../support/worlds/doctor.ts';
import { doctorPlace } from '../../support/worlds/doctor-place.ts';
import { hasOpenssl, identityOf, issueServer, type Pair } from '../../support/worlds/pki.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: the doctor at real servers (no openssl command)');

describe.skipIf(!openssl)('the doctor', () => {
  const place = doctorPlace();
  const { servers, cleanUps, ours } = place;

  /** A server that asks for users' certificates; what it saw of each connection. */
  async function mutual(server: Pair, listener: RequestListener) {
    const presented: boolean[] = [];
    const requests: string[] = [];
    const options = {
      ...{
        key: server.privateKeyPem,
        cert: server.certificatePem,
        ca: place.pki.authorities.users.pem,
      },
      ...{ requestCert: true, rejectUnauthorized: false },
    };
    const https = createHttps(options, (request, response) => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
      listener(request, response);
    });
    https.on('secureConnection', (socket: TLSSocket) => {
      presented.push(socket.getPeerX509Certificate?.() !== undefined);
    });
    return { address: `https://localhost:${await servers.listening(https)}`, presented, requests };
  }
  const answered: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  };

  test('a connection that works is said to, and the certificate is shown only after the server is trusted', async () => {
    const server = await mutual(place.pki.servers.good, answered);
    const result = await examined(place.database, {
      ...{ service: 'webApi', address: server.address, identity: identityOf(place.pki.users.good) },
      system: { authorities: ours() },
    });
    expect(result.steps.map((step) => [step.id, step.state, nameOf(step)])).toEqual([
      ['address', 'good', 'address'],
      ['proxy', 'good', 'proxy-loopback'],
      ['lookup', 'good', 'lookup-found'],
      ['connect', 'good', 'connect'],
      ['tls', 'good', 'tls'],
      ['trust', 'good', 'trust-system-settings'],
      ['clientCertificate', 'good', 'certificate-shown'],
      ['http', 'good', 'http'],
      ['clock', 'good', 'clock'],
    ]);
    const facts = Object.fromEntries(
      result.steps.flatMap((step) => step.facts.map(({ name, values }) => [name, values])),
    );
    expect(facts.versions).toEqual(['TLSv1.3', 'TLSv1.2']);
    expect(facts.accepted).toEqual(['CN=Test User Authority,O=Test']);
    expect(facts.ours).toEqual(['CN=Test User Authority,O=Test']);
    expect(facts.names).toContain('localhost');
    expect(server.requests).toEqual(['GET /status/ ']);
    // Two handshakes to look, one with the certificate, and the request.
    expect(server.presented).toEqual([false, false, true, true]);
  });

  test('comes to its end within 5 seconds where nothing waits, for every service', async () => {
    const server = await mutual(place.pki.servers.good, answered);
    for (const service of ['webApi', 'identityProvider', 'genai'] as const) {
      const started = performance.now();
      const result = await examined(place.database, {
        ...{ service, address: server.address, identity: identityOf(place.pki.users.good) },
        ...{ apiKey: 'sk-0123456789abcdef', system: { authorities: ours() } },
      });
      expect(result.state).toBe('ended');
      expect(performance.now() - started).toBeLessThan(patience(5000));
    }
  });

  test('a server that is not trusted sees neither the certificate nor a request, nor a key', async () => {
    const server = await mutual(place.pki.servers.untrusted, answered);
    for (const service of ['webApi', 'genai'] as const) {
      const result = await examined(place.database, {
        ...{ service, address: server.address, identity: identityOf(place.pki.users.good) },
        ...{ apiKey: 'sk-0123456789abcdef', system: { authorities: ours() } },
      });
      expect(diagnosis(result)).toEqual({ trust: 'trust-other-authority' });
      expect(result.steps.filter(({ state }) => state === 'skipped').length).toBeGreaterThan(2);
    }
    expect(server.requests).toEqual([]);
    expect(server.presented).not.toContain(true);
  });

  test.each([
    { ofComputer: 0, authorities: false, code: 'trust-none-of-computer' },
    { ofComputer: 0, authorities: true, code: 'trust-other-authority' },
    { ofComputer: 140, authorities: false, code: 'tls-server-not-trusted' },
    { ofComputer: null, authorities: false, code: 'tls-server-not-trusted' },
  ])('where the computer names $ofComputer authorities: $code', async (one) => {
    const server = await mutual(place.pki.servers.untrusted, answered);
    const result = await examined(place.database, {
      ...{ service: 'webApi', address: server.address, ofComputer: one.ofComputer },
      ...(one.authorities && { system: { authorities: ours() } }),
    });
    expect(diagnosis(result)).toEqual({ trust: one.code });
    expect(server.requests).toEqual([]);
  });

  test('names of a hostile certificate are one short line each, without marks that turn the text', async () => {
    const dns = Array.from({ length: 300 }, (_, at) => `DNS:n${at}.example`).join(',');
    const pair = await issueServer(place.pki, 'hostile', {
      subject: `/O=\u202egnp.exe\u2066/CN=${'x'.repeat(60)}`,
      extensions: [`nsComment=${'y'.repeat(20_000)}`, `issuerAltName=${dns}`],
    });
    const server = await mutual(pair, answered);
    const result = await examined(place.database, {
      ...{ service: 'webApi', address: server.address, system: { authorities: ours() } },
    });
    const said = JSON.stringify(result);
    // Written as \u escapes by nobody: JSON leaves them as they are.
    expect(said).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
    expect(said).not.toMatch(/\\u20(2[a-e]|6[6-9])/i);
    for (const { facts } of result.steps) {
      for (const { values } of facts) {
        expect(values.length).toBeLessThanOrEqual(21);
        for (const value of values) expect(value.length).toBeLessThanOrEqual(300);
      }
    }
  });

  test('stopped at any step it ends there, closes what it opened, and begins anew', async () => {
    const sockets = new Set<Socket>();
    const silent = createTcp((socket) => void sockets.add(socket.resume()));
    const port = await servers.listening(silent);
    const waits: Connection[] = [
      // The name lookup never comes back.
      {
        ...{ service: 'webApi', address: 'https://system.example' },
        lookup: () => new Promise(() => undefined),
      },
      // The handshake never ends.
      { service: 'webApi', address: `https://localhost:${port}` },
      // The proxy never answers.
      {
        ...{ service: 'webApi', address: 'https://system.example' },
        env: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
      },
      // The answer never comes.
      {
        service: 'webApi',
        address: `http://localhost:${await servers.listening(createServer(() => undefined))}`,
      },
    ];
    for (const [at, connection] of waits.entries()) {
      const world = await doctorFor(place.database, connection);
      await world.start();
      const stuck = ['lookup', 'tls', 'proxy', 'http'][at];
      await world.events.until('doctor.changed', ({ steps }) =>
        steps.some(({ id, state }) => id === stuck && state === 'running'),
      );
      await world.stop();
      const { state, steps } = await world.snapshot();
      expect(state).toBe('stopped');
      expect(steps.map((step) => step.state)).not.toContain('running');
      expect(steps.map((step) => step.state)).not.toContain('waiting');
      await world.start();
      expect((await world.snapshot()).state).toBe('running');
      await world.close();
    }
    for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
  });

  test('a second window follows the same examination, and begins no other', async () => {
    const silent = createTcp(() => undefined);
    const address = `https://localhost:${await servers.listening(silent)}`;
    const world = await doctorFor(place.database, { service: 'webApi', address });
    cleanUps.push(() => world.close());
    await world.start();
    const { startedAt } = await world.snapshot();
    await world.start();
    expect(await world.snapshot()).toMatchObject({ startedAt, state: 'running' });
    await world.stop();
  });

  test('what is handed to others names no person and no user, and holds no secret', async () => {
    const apiKey = 'sk-abcdefghijklmnop';
    const server = await mutual(place.pki.servers.good, (request, response) => {
      const { authorization = '' } = request.headers;
      const message = `Test User good (taro.yamada, taro@example.org) may not: ${authorization}`;
      response.writeHead(request.headers.authorization === undefined ? 401 : 403, {
        ...{ 'content-type': 'application/json', server: 'taro.yamada/1' },
      });
      response.end(JSON.stringify({ error: { message } }));
    });
    const world = await doctorFor(place.database, {
      ...{ service: 'genai', address: `${server.address}/~tyamada`, apiKey },
      ...{ system: { authorities: ours() }, identity: identityOf(place.pki.users.good) },
      certificates: [certificate('c1', 'taro.yamada')],
    });
    cleanUps.push(() => world.close());
    await world.start();
    const shown = JSON.stringify(await world.ended());
    const shared = JSON.stringify(await world.shareable());
    // It is there to be taken out.
    expect(shown).toMatch(/taro\.yamada.*Test User good/s);
    expect(shown).not.toContain(apiKey);
    for (const personal of ['taro', 'yamada', 'Test User good', apiKey]) {
      expect(shared).not.toContain(personal);
    }
    expect(shared).toContain('api-key-refused');
  });
});
