import { expect, test } from 'vitest';
import type { Network } from '../../../../main/base/network/index.ts';
import { defaultConnection } from '../../../../main/base/network/index.ts';
import { checkReach } from '../../../../main/systems/reach/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { AddressField } from '../../../../preload/contract/systems/systems.ts';

type Page = number | AppError | { readonly status?: number; readonly body: string };

/** A server that has these pages and says 404 to the rest. */
function server(pages: Readonly<Record<string, Page>>) {
  const asked: string[] = [];
  const network: Pick<Network, 'request'> = {
    async request({ url, headers, identity }) {
      expect([headers ?? {}, identity ?? null]).toEqual([{}, null]);
      asked.push(url);
      const page = pages[url] ?? 404;
      if (page instanceof AppError) throw page;
      const { status = 200, body = '' } = typeof page === 'number' ? { status: page } : page;
      return { status, headers: {}, setCookies: [], url, body: new TextEncoder().encode(body) };
    },
  };
  const ask = (field: AddressField, text: string) =>
    checkReach(network as Network, field, text, defaultConnection());
  return { asked, ask };
}

const id = 'https://id.example';
const discovery = (issuer: string, origin = id) => ({
  [`${issuer}/.well-known/openid-configuration`]: {
    body: JSON.stringify({
      issuer,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
    }),
  },
});

test.each([
  ['webApi', { body: '[{"machine":"a","status":"OK"}]' }, true],
  ['webApi', { body: '[]' }, true],
  ['webApi', { body: '{"machines":[]}' }, true],
  ['webApi', 401, true],
  ['webApi', 403, true],
  ['webApi', { status: 400, body: '<h1>No required SSL certificate was sent</h1>' }, true],
  ['webApi', new AppError('tls-client-certificate-missing'), true],
  ['webApi', 400, false],
  ['webApi', 404, false],
  ['webApi', 502, false],
  ['webApi', { body: '<!doctype html><h1>Welcome</h1>' }, false],
  ['webApi', { body: '{"status":"ok"}' }, false],
  ['webApi', { body: 'null' }, false],
  ['webApi', new AppError('http-redirect-refused'), false],
  ['genai', { body: '{"object":"list","data":[]}' }, true],
  ['genai', 401, true],
  ['genai', 404, false],
  ['genai', { body: '<h1>It works!</h1>' }, false],
] as const)('%s that says %o fits: %s', async (field, page, fits) => {
  const path = field === 'webApi' ? '/status/' : '/v1/models';
  const { ask } = server({ [`https://api.example${path}`]: page });
  const answer = { reached: true, fits, provider: null, problem: null };
  expect(await ask(field, 'https://api.example/')).toEqual(answer);
});

test('who cannot be reached fits nothing, and says why', async () => {
  const gone = new AppError('network-refused', { details: { host: 'api.example' } });
  const { ask } = server({ 'https://api.example/status/': gone });
  expect(await ask('webApi', 'https://api.example')).toEqual({
    ...{ reached: false, fits: false, provider: null, problem: gone.toData() },
  });
});

test.each([
  // [where it is, what was pasted]
  ['/auth/realms/op', ''],
  ['/auth/realms/op', '/auth/'],
  ['/auth/realms/op', '/auth/realms/op/account/'],
  ['/realms/op', '/'],
  ['/realms/hpc', '/realms/hpc/protocol/openid-connect/auth?client_id=a&state=b'],
  ['/auth/realms/hpc', '/auth/realms/hpc/.well-known/openid-configuration'],
  ['/sso/auth/realms/op', '/sso'],
  ['/sso/realms/hpc', '/sso/realms/hpc/login-actions/authenticate#x'],
  ['/oidc', '/oidc/.well-known/openid-configuration'],
  ['/oidc', '/oidc/authorize'],
  ['', '/login'],
])('a provider at %s is understood from %s', async (path, pasted) => {
  const { ask, asked } = server(discovery(`${id}${path}`));
  const { fits, provider } = await ask('identityProvider', `${id}${pasted}`);
  expect([fits, `${provider?.address}${provider?.realmPath}`]).toEqual([true, `${id}${path}`]);
  expect(asked.length).toBeLessThanOrEqual(6);
});

test.each([
  ['no document', {}],
  ['a page', { [`${id}/auth/realms/op/.well-known/openid-configuration`]: { body: '<h1>' } }],
  ['endpoints of another server', discovery(`${id}/auth/realms/op`, 'https://other.example')],
  [
    'another server’s document',
    {
      [`${id}/auth/realms/op/.well-known/openid-configuration`]:
        Object.values(discovery('https://other.example'))[0] ?? 404,
    },
  ],
])('%s is no identity provider', async (_, pages) => {
  const { ask, asked } = server(pages);
  expect(await ask('identityProvider', id)).toEqual({
    ...{ reached: true, fits: false, provider: null, problem: null },
  });
  expect(asked.every((url) => url.startsWith(`${id}/`))).toBe(true);
});
