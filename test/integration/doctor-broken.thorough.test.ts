import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer as createTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../main/storage/database.ts';
import { type Connection, diagnosis, examined } from '../support/doctor.ts';
import { alert, doctorServers, endlessCertificate, json } from '../support/doctor-servers.ts';
import { findNginx } from '../support/nginx.ts';
import {
  hasOpenssl,
  identityOf,
  issueServer,
  makePki,
  type Pki,
  selfSigned,
} from '../support/pki.ts';
import { startMemoryStorage } from '../support/storage.ts';

const isThere = (await hasOpenssl()) && (await findNginx()) !== null;
if (!isThere) console.log('skipped: broken connections (no openssl or no nginx)');

describe.skipIf(!isThere)('the doctor', () => {
  let dir: string;
  let pki: Pki;
  let database: Database;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'doctor-'));
    [pki, database] = await Promise.all([makePki(join(dir, 'pki')), startMemoryStorage()]);
  });
  afterEach(() => servers.stop());
  afterAll(async () => {
    await database.close();
    await rm(dir, { recursive: true, force: true });
  });

  const ours = () => [
    {
      subject: '',
      notAfter: '2030-01-01T00:00:00.000Z',
      fingerprint: '',
      pem: pki.authorities.servers.pem,
    },
  ];
  const trusting = () => ({ system: { authorities: ours() } });

  const servers = doctorServers(
    () => pki,
    () => dir,
  );
  const { nginx, listening, tcp, https, proxy, provider, alerting } = servers;
  const whole = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/certs`,
  });
  const client = { clientId: 'desk', clientSecret: 'hush-hush-hush' };

  const days = (from: number, to: number) => ({
    from: new Date(Date.now() + from * 86_400_000),
    to: new Date(Date.now() + to * 86_400_000),
  });

  type Case = readonly [name: string, found: Record<string, string>, () => Promise<Connection>];
  const webApi = async (address: Promise<string>, more: Partial<Connection> = {}) => ({
    ...{ service: 'webApi' as const, ...trusting(), address: await address },
    ...more,
  });

  const cases: Case[] = [
    [
      'no address',
      { address: 'address-missing' },
      async () => ({ service: 'genai', address: null }),
    ],
    [
      'a name that nobody knows',
      { lookup: 'network-name-not-found' },
      async () => ({ service: 'webApi', address: 'https://nowhere.invalid' }),
    ],
    [
      'a resolver that fails',
      { lookup: 'network-name-not-found' },
      async () => ({
        ...{ service: 'webApi', address: 'https://system.example' },
        async lookup() {
          throw Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });
        },
      }),
    ],
    [
      'nothing at the port',
      { connect: 'network-refused' },
      async () => {
        const server = createTcp();
        const port = await listening(server);
        server.close();
        return { service: 'webApi', address: `https://localhost:${port}` };
      },
    ],
    [
      'an address of several that does not answer',
      { connect: 'connect-some', tls: 'tls-cut' },
      async () => ({
        service: 'webApi',
        address: (await tcp((socket) => socket.destroy())).replace('localhost', 'system.example'),
        lookup: async () => [{ address: '127.0.0.1' }, { address: '127.0.0.2' }],
      }),
    ],
    [
      'a name with 500 addresses',
      { lookup: 'lookup-many', connect: 'network-refused' },
      async () => {
        const server = createTcp();
        const port = await listening(server);
        server.close();
        return {
          ...{ service: 'webApi', address: `https://system.example:${port}` },
          lookup: async () =>
            Array.from({ length: 500 }, (_, at) => ({
              address: `127.0.${at >> 8}.${at & 255 || 1}`,
            })),
        };
      },
    ],
    [
      'a proxy that wants a password',
      { proxy: 'proxy-sign-in' },
      async () => ({
        ...{ service: 'webApi', address: 'https://system.example' },
        env: { HTTPS_PROXY: await proxy((_, socket) => socket.end('HTTP/1.1 407 No\r\n\r\n')) },
      }),
    ],
    [
      'a proxy that lets nobody there',
      { proxy: 'proxy-refuses' },
      async () => ({
        ...{ service: 'webApi', address: 'https://system.example' },
        env: { HTTPS_PROXY: await proxy((_, socket) => socket.end('HTTP/1.1 403 No\r\n\r\n')) },
      }),
    ],
    [
      'a proxy that is not there',
      { proxy: 'network-proxy' },
      async () => ({
        ...{ service: 'webApi', address: 'https://system.example' },
        env: { HTTPS_PROXY: 'http://127.0.0.1:9' },
      }),
    ],
    [
      'a proxy whose address is none',
      { proxy: 'proxy-unusable', lookup: 'network-name-not-found' },
      async () => ({
        ...{ service: 'webApi', address: 'https://nowhere.invalid' },
        env: { HTTPS_PROXY: 'socks5://127.0.0.1:1080' },
      }),
    ],
    [
      'a proxy that opens TLS',
      { trust: 'trust-opened-by-proxy' },
      async () => {
        const opening = await https(json(200, []), pki.servers.untrusted);
        const through = await proxy((_, socket) => {
          const inner = createConnection(Number(new URL(opening).port), '127.0.0.1', () => {
            socket.write('HTTP/1.1 200 OK\r\n\r\n');
            inner.pipe(socket).pipe(inner);
          });
          inner.on('error', () => socket.destroy());
        });
        return webApi(Promise.resolve('https://system.example'), { env: { HTTPS_PROXY: through } });
      },
    ],
    [
      'a server without TLS',
      { tls: 'tls-not-spoken' },
      async () => webApi(tcp((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    ],
    ['a server that says nothing', { tls: 'tls-silent' }, async () => webApi(tcp(() => undefined))],
    [
      'a server that hangs up',
      { tls: 'tls-cut' },
      async () => webApi(tcp((socket) => socket.destroy())),
    ],
    [
      'a handshake without an end',
      { tls: 'tls-endless' },
      async () => webApi(tcp(endlessCertificate)),
    ],
    [
      'an old TLS',
      { tls: 'tls-too-old' },
      async () => webApi(tcp((socket) => void socket.once('data', () => socket.end(alert(70))))),
    ],
    [
      'a name that the server has no certificate for',
      { tls: 'tls-name-unknown' },
      async () => webApi(tcp((socket) => void socket.once('data', () => socket.end(alert(112))))),
    ],
    [
      'an unknown authority',
      { trust: 'tls-server-not-trusted' },
      async () => webApi(nginx({ server: pki.servers.untrusted })),
    ],
    [
      'a certificate that signs itself',
      { trust: 'trust-self-signed' },
      async () => webApi(https(json(200, []), await selfSigned(pki))),
    ],
    [
      'a certificate for another name',
      { trust: 'tls-server-name-mismatch' },
      async () => webApi(nginx({ server: pki.servers.wrongName })),
    ],
    [
      'a certificate that has ended',
      { trust: 'tls-server-expired' },
      async () => webApi(nginx({ server: pki.servers.expired })),
    ],
    [
      'a certificate that has not begun',
      { trust: 'trust-not-yet' },
      async () =>
        webApi(https(json(200, []), await issueServer(pki, 'not-yet', { period: days(1, 9) }))),
    ],
    [
      'an authority that the server left out',
      { trust: 'trust-incomplete' },
      async () =>
        webApi(
          https(
            json(200, []),
            await issueServer(pki, 'incomplete', {
              authority: pki.authorities.foreign,
              extensions: ['authorityInfoAccess=caIssuers;URI:http://ca.example/issuer.der'],
            }),
          ),
        ),
    ],
    [
      'no certificate chosen',
      { clientCertificate: 'certificate-none-chosen', http: 'tls-client-certificate-missing' },
      async () => webApi(nginx()),
    ],
    [
      'no certificate chosen, and a server of TLS 1.2 that hangs up for it',
      { clientCertificate: 'certificate-none-chosen', http: 'tls-client-certificate-missing' },
      async () => webApi(alerting('tls1_2')),
    ],
    [
      'a certificate of another authority',
      { clientCertificate: 'certificate-other-authority', http: 'tls-client-certificate-rejected' },
      async () => webApi(nginx(), { identity: identityOf(pki.users.foreign) }),
    ],
    [
      'a certificate whose time is over',
      {
        clientCertificate: 'tls-client-certificate-expired',
        http: 'tls-client-certificate-expired',
      },
      async () => webApi(nginx(), { identity: identityOf(pki.users.expired) }),
    ],
    [
      'a certificate that nobody asks for',
      { clientCertificate: 'certificate-unasked-but-chosen' },
      async () => webApi(nginx({ verifyClient: 'off' }), { identity: identityOf(pki.users.good) }),
    ],
    [
      'another place',
      { http: 'http-redirect' },
      async () =>
        webApi(https(json(302, {}, { location: 'https://portal.example/login?for=desk' }))),
    ],
    [
      'a page for people',
      { http: 'http-page' },
      async () => webApi(https(json(200, '<html>', { 'content-type': 'text/html' }))),
    ],
    ['another path', { http: 'http-not-found' }, async () => webApi(https(json(404, {})))],
    ['a server in trouble', { http: 'http-status' }, async () => webApi(https(json(503, {})))],
    [
      'a clock that is wrong',
      { clock: 'clock-apart' },
      async () => webApi(https(json(200, [])), { now: () => Date.now() - 3_600_000 }),
    ],
    [
      'nobody signed in',
      { http: 'session-signed-out' },
      async () => webApi(https(json(401, {})), { system: { authorities: ours(), route: 'token' } }),
    ],
    [
      'no discovery',
      { discovery: 'discovery-absent', tokenEndpoint: 'sign-in-answer-unusable' },
      async () => ({
        ...(await webApi(https(json(404, {})))),
        service: 'identityProvider',
        client,
      }),
    ],
    [
      'another issuer',
      { discovery: 'discovery-other-issuer', tokenEndpoint: 'sign-in-issuer-mismatch' },
      async () => ({
        ...(await webApi(provider(() => whole('https://other.example')))),
        ...{ service: 'identityProvider', client },
      }),
    ],
    [
      'endpoints elsewhere',
      { discovery: 'discovery-other-origin', tokenEndpoint: 'sign-in-provider-error' },
      async () => ({
        ...(await webApi(
          provider((origin) => ({
            ...whole(origin),
            token_endpoint: 'https://evil.example/token',
          })),
        )),
        ...{ service: 'identityProvider', client },
      }),
    ],
    [
      'a client that the provider does not know',
      { tokenEndpoint: 'client-refused' },
      async () => ({
        ...(await webApi(provider(whole, [401, { error: 'invalid_client' }]))),
        ...{ service: 'identityProvider', client },
      }),
    ],
    [
      'no client entered',
      { tokenEndpoint: 'client-not-entered' },
      async () => ({
        ...(await webApi(provider((origin) => whole(`${origin}/auth/realms/op`)))),
        service: 'identityProvider',
      }),
    ],
    [
      'no API key',
      { models: 'api-key-missing' },
      async () => ({ ...(await webApi(https(json(401, {})))), service: 'genai' }),
    ],
    [
      'an API key that was revoked',
      { models: 'api-key-refused' },
      async () => ({
        ...(await webApi(https(json(401, { error: { message: 'no' } })))),
        ...{ service: 'genai', apiKey: 'sk-revoked-0123456789' },
      }),
    ],
    [
      'a service without models',
      { models: 'models-none' },
      async () => ({
        ...(await webApi(https(json(200, { object: 'list', data: [] })))),
        ...{ service: 'genai', apiKey: 'sk-good-0123456789' },
      }),
    ],
  ];

  test.each(cases)('%s is diagnosed', async (_name, found, connection) => {
    const result = await examined(database, await connection());
    expect({ state: result.state, ...diagnosis(result) }).toEqual({ state: 'ended', ...found });
    expect(cases.length).toBeGreaterThanOrEqual(30);
  });
});
