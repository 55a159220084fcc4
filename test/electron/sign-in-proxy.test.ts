import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { System } from '../../preload/contract/systems/systems.ts';
import { noProxies } from '../support/servers/real-proxies.ts';
import { hasOpenssl, issueServer, makePki, type Pki } from '../support/worlds/pki.ts';
import { writePolicy } from '../support/worlds/policy.ts';
import { callOf } from './support/desk.ts';
import { openDesk, sharedApp } from './support/shared.ts';

const isThere = await hasOpenssl();
if (!isThere) console.log('skipped: the sign-in window behind a proxy needs openssl');

/** A name that only the proxy finds. */
const provider = 'id.system.example';
/** Of what the provider's page shows, each from a server of its own. */
const pictures = { another: 'pictures.another.example', excepted: 'pictures.excepted.example' };
const shared = sharedApp();

// without an imported certificate the pages come by Chromium's network, which knows nothing of main's
describe.skipIf(!isThere)('the sign-in window of a system without an imported certificate', () => {
  let pki: Pki;
  let port: number;

  beforeAll(async () => {
    pki = await makePki(join(shared.folder, 'pki'));
    const pair = await issueServer(pki, 'provider', { names: `DNS:${provider},DNS:localhost` });
    const { privateKeyPem: key, certificatePem: cert } = pair;
    const server = createHttps({ key, cert }, ({ headers, url = '/' }, response) => {
      const origin = `https://${headers.host}`;
      const isConfiguration = url.endsWith('/.well-known/openid-configuration');
      response.setHeader(
        'content-type',
        isConfiguration ? 'application/json' : 'text/html; charset=utf-8',
      );
      response.end(isConfiguration ? JSON.stringify(configurationOf(origin)) : confirmPage);
    });
    port = await listening(server);
    return () => server.close();
  });

  /** A proxy for CONNECT that finds the provider, and nothing else. */
  async function startProxy(): Promise<{ address: string; asked: string[] }> {
    const asked: string[] = [];
    const proxy = createServer((_, response) => response.writeHead(404).end());
    proxy.on('connect', ({ url = '' }, socket, head) => {
      socket.on('error', () => socket.destroy());
      asked.push(url);
      if (url !== `${provider}:443`) {
        socket.end('HTTP/1.1 502 Not Found Here\r\n\r\n');
        return;
      }
      const way = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        way.write(head);
        way.pipe(socket).pipe(way);
      });
      way.on('error', () => socket.destroy());
    });
    const at = await listening(proxy);
    onTestFinished(() => void proxy.close());
    return { address: `http://127.0.0.1:${at}`, asked };
  }

  /** The app under a policy, and what its sign-in window shows of a provider at an address. */
  async function signIn(options: {
    readonly authUrl: string;
    readonly policy: Record<string, unknown>;
    readonly env?: Readonly<Record<string, string>>;
  }) {
    const data = shared.freshData();
    const policy = `${data}.policy.json`;
    writePolicy(policy, options.policy);
    const desk = await openDesk({
      ...{ app: shared.app, dataFolder: data, args: ['--policy', policy] },
      env: { ...noProxies, ...options.env },
    });
    const call = callOf(desk);
    const { id: systemId } = await call<System>('systems.add', {
      ...{ name: 'Own', webApiUrl: 'https://api.system.example', genaiUrl: null },
      ...{ authUrl: options.authUrl, certificateId: null },
      authorities: [pki.authorities.servers.pem],
    });
    await call('session.updateSettings', { systemId, clientId: 'app' });
    const opened = desk.electron.waitForEvent('window');
    opened.catch(() => undefined);
    await call('session.signIn', { systemId, way: 'window', certificateId: null });
    const page = await opened;
    await page.getByRole('heading').first().waitFor();
    expect(await page.getByRole('heading').first().innerText()).toBe('The provider’s page');
    for (const name of Object.keys(pictures)) await page.getByText(`${name} has failed`).waitFor();
  }

  const proxied = (asked: readonly string[]) => ({
    provider: asked.includes(`${provider}:443`),
    another: asked.includes(`${pictures.another}:443`),
    excepted: asked.includes(`${pictures.excepted}:443`),
  });

  test.each(['a fixed proxy', 'a proxy'])(
    'goes by %s of the policy, with its exceptions',
    async (which) => {
      const { address, asked } = await startProxy();
      await signIn({
        authUrl: `https://${provider}`,
        policy: {
          proxy: { kind: 'manual', address, except: 'excepted.example' },
          ...(which === 'a proxy' ? {} : { locks: { fixedProxy: true } }),
        },
      });
      expect(proxied(asked)).toEqual({ provider: true, another: true, excepted: false });
    },
  );

  test('goes by no proxy where the policy wants none, whatever the computer says', async () => {
    const { address, asked } = await startProxy();
    await signIn({
      authUrl: `https://localhost:${port}`,
      policy: { locks: { noProxy: true } },
      env: { https_proxy: address },
    });
    expect(asked).toEqual([]);
  });

  test('goes by the proxy of the computer where the policy says nothing', async () => {
    const { address, asked } = await startProxy();
    await signIn({
      authUrl: `https://${provider}`,
      policy: {},
      env: { https_proxy: address, no_proxy: 'excepted.example' },
    });
    expect(proxied(asked)).toMatchObject({ provider: true, another: true });
  });
});

const confirmPage = `<!doctype html><title>Provider</title><h1>The provider’s page</h1>${Object.entries(
  pictures,
).map(
  ([name, host]) =>
    `<img src="https://${host}/" onerror="document.body.append('${name} has failed')">`,
)}`;

function configurationOf(origin: string): Record<string, unknown> {
  const issuer = `${origin}/auth/realms/op`;
  const endpoint = `${issuer}/protocol/openid-connect`;
  return {
    issuer,
    ...{ authorization_endpoint: `${endpoint}/auth`, token_endpoint: `${endpoint}/token` },
    jwks_uri: `${endpoint}/certs`,
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
