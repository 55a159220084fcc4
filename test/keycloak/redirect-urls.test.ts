import { expect, inject, test } from 'vitest';
import { matchRedirectUrl } from '../../common/addresses/redirect-urls.ts';
import { patience } from '../support/patience.ts';
import { beginAttempt, browserOf } from './flow.ts';
import { connectKeycloak } from './keycloak.ts';

const keycloak = connectKeycloak(inject('keycloak'));

/** Pattern, root URL, and addresses that are near it. */
const cases: readonly (readonly [pattern: string, root: string, ...urls: string[]])[] = [
  [
    'https://a.example/cb',
    '',
    'https://a.example/cb',
    'https://a.example/cb/',
    'https://a.example/cb?x=1',
  ],
  [
    'https://a.example/cb*',
    '',
    'https://a.example/cb',
    'https://a.example/cbd/e?x=1',
    'https://a.example/c',
  ],
  [
    'https://a.example/cb/*',
    '',
    'https://a.example/cb',
    'https://a.example/cb/x',
    'https://a.example/cbx',
  ],
  [
    'https://a.example*',
    '',
    'https://a.example/',
    'https://a.example.evil.test/',
    'https://b.example/',
  ],
  [
    'https://a.example:8*',
    '',
    'https://a.example:8/',
    'https://a.example:80/',
    'https://a.example:8',
    'https://a.example:80',
  ],
  ['https://a.exam*', '', 'https://a.example/', 'https://a.exam/'],
  ['https://*', '', 'https://a.example/'],
  ['compute-desk:*', '', 'compute-desk://oauth/callback'],
  ['compute-desk://o*', '', 'compute-desk://oauth/callback', 'compute-desk://o/c'],
  ['http://127.0.0.1*', '', 'http://127.0.0.1:4321/any', 'http://127.0.0.1/any'],
  ['http://127.0.0.1:*', '', 'http://127.0.0.1:4321/any'],
  ['https://a.example?x=*', '', 'https://a.example?x=1'],
  [
    'https://a.example/cb*',
    '',
    'https://a.example@evil.test/',
    'https://a.example/cb/../x',
    'https://A.example/cb',
  ],
  ['https://*.example/cb', '', 'https://a.example/cb'],
  ['https://a.example/*/cb', '', 'https://a.example/x/cb'],
  ['/cb', 'https://a.example', 'https://a.example/cb', 'https://b.example/cb'],
  ['/cb', '', `${keycloak.authUrl}/cb`, `${keycloak.authUrl}/auth/cb`, 'https://a.example/cb'],
  ['/cb/*', '', `${keycloak.authUrl}/cb/x`, 'https://a.example/cb/x'],
  ['cb', 'https://a.example', 'https://a.example/cb'],
  ['/cb/*', 'https://a.example/app', 'https://a.example/app/cb/1', 'https://a.example/cb/1'],
  [
    'http://127.0.0.1/cb',
    '',
    'http://127.0.0.1:4321/cb',
    'http://127.0.0.1/cb',
    'http://localhost:4321/cb',
  ],
  ['http://localhost/cb', '', 'http://localhost:4321/cb', 'https://localhost:4321/cb'],
  ['http://127.0.0.1:8000/cb', '', 'http://127.0.0.1:8000/cb', 'http://127.0.0.1:8001/cb'],
  ['http://127.0.0.1/*', '', 'http://127.0.0.1:4321/any/where'],
  [
    'compute-desk://oauth/callback',
    '',
    'compute-desk://oauth/callback',
    'compute-desk://oauth/other',
  ],
  ['https://a.example*', '', 'https://a.example/x', 'https://a.example:444/', 'https://a.example'],
  ['https://a.example:*', '', 'https://a.example:444/'],
  ['http://[::1]/cb', '', 'http://[::1]:4321/cb'],
  ['https://a.example/cb*', '', 'https://a.example/cb/%2e%2e/x', 'https://a.example/cb..d'],
  ['*', '', 'https://any.example/where', 'http://any.example/', 'other-app://callback'],
];

test('the preview of what a redirect URL matches says what Keycloak does', {
  timeout: patience(120_000),
}, async () => {
  const clientId = 'redirects';
  const byKeycloak: string[] = [];
  const byUs: string[] = [];
  await keycloak.admin.call('POST', '/realms/op/clients', { clientId, secret: 'unused' });
  const [made] = (await keycloak.admin.call('GET', `/realms/op/clients?clientId=${clientId}`)) as {
    id: string;
  }[];
  const path = `/realms/op/clients/${made?.id}`;
  try {
    for (const [pattern, rootUrl, ...urls] of cases) {
      await keycloak.admin.call('PUT', path, { clientId, rootUrl, redirectUris: [pattern] });
      for (const redirectUri of urls) {
        const attempt = beginAttempt(keycloak, { clientId, secret: '' }, { redirectUri });
        const page = await browserOf(keycloak, null).open(attempt.url);
        const allowed = page.kind === 'page' && page.answer.status === 200;
        if (allowed) byKeycloak.push(`${pattern} ${redirectUri}`);
        if (
          matchRedirectUrl(pattern, redirectUri, { rootUrl, provider: keycloak.authUrl }) === 'yes'
        )
          byUs.push(`${pattern} ${redirectUri}`);
      }
    }
  } finally {
    await keycloak.admin.call('DELETE', path);
  }
  expect(byUs).toEqual(byKeycloak);
});
