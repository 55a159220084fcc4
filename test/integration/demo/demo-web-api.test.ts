import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuthority } from '../../../main/demo/pki/authority.ts';
import { bearer, getTokens, type Identity, send, startTestDemo } from './demo-support.ts';

let demo: Awaited<ReturnType<typeof startTestDemo>>;
let user: Identity;

beforeAll(async () => {
  demo = await startTestDemo();
  user = await demo.inspect.issueCertificate({ commonName: 'A User', purpose: 'client' });
});
afterAll(() => demo[Symbol.asyncDispose]());

interface Machine {
  readonly status: unknown;
  readonly machine: unknown;
}

/** One request on a TLS connection of its own, resuming `session` if given. */
async function statusOverTls(
  identity: Identity | undefined,
  session?: Buffer,
): Promise<{ status: number; reused: boolean; session: Buffer }> {
  const socket = connect({
    host: '127.0.0.1',
    port: Number(new URL(demo.webApiUrl).port),
    ca: demo.authorityPem,
    ...(identity && { key: identity.keyPem, cert: identity.certificatePem }),
    ...(session && { session }),
  });
  const given = session ? Promise.resolve([session]) : once(socket, 'session');
  socket.write('GET /status/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  const [ticket] = (await given) as [Buffer];
  const reused = socket.isSessionReused();
  socket.destroy();
  return { status: Number(answer.toString('latin1', 9, 12)), reused, session: ticket };
}

describe('GET {base_url}/status/', () => {
  test('answers an array of records to a client certificate and nothing else', async () => {
    const answer = await send(demo, `${demo.webApiUrl}/status/`, { identity: user });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('application/json');
    const machines = JSON.parse(answer.body) as Machine[];
    expect(machines).toHaveLength(8);
    for (const { status, machine } of machines) {
      expect(typeof status).toBe('string');
      expect(typeof machine).toBe('string');
    }
    expect(new Set(machines.map(({ status }) => status))).toEqual(
      new Set(['OK', 'degraded', 'under_maintenance']),
    );
  });

  test('answers to a bearer token without a certificate', async () => {
    const { access_token } = await getTokens(demo, user);
    const answer = await send(demo, `${demo.webApiUrl}/status/`, { headers: bearer(access_token) });
    expect(answer.status).toBe(200);
  });

  test('refuses a caller with neither, with 403 and a JSON body', async () => {
    const answer = await send(demo, `${demo.webApiUrl}/status/`);
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: 'forbidden',
      message: expect.stringContaining('Neither'),
    });
  });

  test('refuses an expired certificate', async () => {
    const expired = await demo.inspect.issueCertificate({
      commonName: 'Late',
      purpose: 'client',
      notBefore: new Date('2020-01-01T00:00:00Z'),
      notAfter: new Date('2021-01-01T00:00:00Z'),
    });
    const answer = await send(demo, `${demo.webApiUrl}/status/`, { identity: expired });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('not valid at this time');
  });

  test('refuses a certificate of another authority with the same name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-foreign-'));
    const other = await openAuthority(folder, new Date());
    const foreign = await other.issue({ commonName: 'A User', purpose: 'client' });
    await rm(folder, { recursive: true });
    const answer = await send(demo, `${demo.webApiUrl}/status/`, { identity: foreign });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('not issued by the authority');
  });

  test('refuses a server certificate of its own authority', async () => {
    const server = await demo.inspect.issueCertificate({ commonName: 'x', purpose: 'server' });
    const answer = await send(demo, `${demo.webApiUrl}/status/`, { identity: server });
    expect(answer.status).toBe(403);
  });

  test('refuses a token that was made up, and one that has been expired', async () => {
    const { access_token } = await getTokens(demo, user);
    await demo.inspect.expireAccessTokens();
    for (const token of ['made-up', access_token]) {
      const answer = await send(demo, `${demo.webApiUrl}/status/`, { headers: bearer(token) });
      expect(answer.status).toBe(403);
    }
  });

  test('refuses a resumed TLS session that never had a certificate, and takes one that had', async () => {
    for (const [identity, status] of [
      [undefined, 403],
      [user, 200],
    ] as const) {
      const first = await statusOverTls(identity);
      const second = await statusOverTls(identity, first.session);
      expect(first).toMatchObject({ status, reused: false });
      expect(second).toMatchObject({ status, reused: true });
    }
  });

  test('redirects /status to /status/ on the same origin', async () => {
    const answer = await send(demo, `${demo.webApiUrl}/status?x=1`, { identity: user });
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe('/status/?x=1');
  });

  test('knows no other path and no other method', async () => {
    const other = await send(demo, `${demo.webApiUrl}/jobs/`, { identity: user });
    const post = await send(demo, `${demo.webApiUrl}/status/`, { identity: user, method: 'POST' });
    expect([other.status, post.status]).toEqual([404, 405]);
  });

  test('shows what changes, and counts who asked', async () => {
    const before = demo.inspect.counts().statusByCertificate;
    demo.inspect.setMachine('login-1', 'NG', 'Power failure');
    const answer = await send(demo, `${demo.webApiUrl}/status/`, { identity: user });
    expect(JSON.parse(answer.body)).toContainEqual({
      status: 'NG',
      machine: 'login-1',
      message: 'Power failure',
    });
    expect(demo.inspect.counts().statusByCertificate).toBe(before + 1);
  });
});

test('the refusal may be 401, as some gateways do', async () => {
  await using strict = await startTestDemo({ refusalStatus: 401 });
  const answer = await send(strict, `${strict.webApiUrl}/status/`);
  expect(answer.status).toBe(401);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
});
