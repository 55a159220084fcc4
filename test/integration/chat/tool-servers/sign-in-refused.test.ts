import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { defaultConnection } from '../../../../main/base/network/index.ts';
import { requireAddress } from '../../../../main/systems/sign-in/protected/requests.ts';
import type { Faults } from '../../../support/servers/authorization-server.ts';
import { openService, type ServiceFaults } from './sign-in-world.ts';

const endless = (_: unknown, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = (): void => {
    if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more);
    else response.once('drain', more);
  };
  more();
};
const wellKnown = '/.well-known/oauth-authorization-server';
const failed = 'tool-server-sign-in-failed';

test.each<[string, Faults, ServiceFaults, string, RegExp]>([
  [
    'the user is refused',
    {
      answer: ({ code: _, ...usual }) => ({
        ...usual,
        error: 'access_denied',
        error_description: 'not\nyou\u202e',
      }),
    },
    ...([{}, failed, /^access_denied: not you[^\u202e]*$/] as const),
  ],
  [
    'the answer is of another server (mix-up)',
    { answer: (usual) => ({ ...usual, iss: 'https://other.example' }) },
    ...([{}, failed, /another server \(https:\/\/other\.example\)/] as const),
  ],
  [
    'an error is of another server',
    { answer: ({ state = '' }) => ({ state, error: 'x', iss: 'https://other.example' }) },
    ...([{}, failed, /another server/] as const),
  ],
  [
    'the answer names no server, though it should',
    { answer: (usual) => ({ ...usual, iss: undefined }) },
    ...([{}, failed, /does not say/] as const),
  ],
  [
    'an issuer differs by a slash',
    { answer: (usual) => ({ ...usual, iss: `${usual.iss}/` }) },
    ...([{}, failed, /another server/] as const),
  ],
  [
    'its metadata names another issuer',
    { metadata: { issuer: 'https://other.example' } },
    ...([{}, failed, /it says that it is https:\/\/other\.example/] as const),
  ],
  [
    'the resource has another origin',
    {},
    { metadata: { resource: 'https://other.example/mcp' } },
    ...([failed, /its metadata is of https:\/\/other\.example/] as const),
  ],
  [
    'the resource is another one of its origin',
    {},
    { metadata: { resource: 'http://127.0.0.1/mc' } },
    ...([failed, /its metadata is of/] as const),
  ],
  [
    'the metadata is at another origin',
    {},
    { challenge: 'resource_metadata="http://127.0.0.2:9/x"' },
    ...([failed, /its metadata is at http:\/\/127\.0\.0\.2:9/] as const),
  ],
  [
    'the token endpoint is at another host by http',
    { metadata: { token_endpoint: 'http://other.example/token' } },
    ...([{}, failed, /the token endpoint is at http:\/\/other\.example/] as const),
  ],
  [
    'the user would be sent to no web page',
    { metadata: { authorization_endpoint: 'file:///etc/passwd' } },
    ...([{}, failed, /the authorization endpoint is at file:/] as const),
  ],
  [
    'there is no PKCE',
    { metadata: { code_challenge_methods_supported: ['plain'] } },
    ...([{}, failed, /PKCE/] as const),
  ],
  [
    'there is no metadata',
    { instead: { [wellKnown]: (_, response) => response.writeHead(404).end() } },
    ...([{}, failed, /no metadata/] as const),
  ],
  [
    'its metadata is a page',
    { instead: { [wellKnown]: (_, response) => response.end('<p>hello') } },
    ...([{}, failed, /no JSON/] as const),
  ],
  [
    'its metadata has no end',
    { instead: { [wellKnown]: endless } },
    ...([{}, 'answer-too-large', /./] as const),
  ],
  [
    'its tokens have no end',
    { instead: { '/token': endless } },
    ...([{}, 'answer-too-large', /./] as const),
  ],
  [
    'its registration has no end',
    { instead: { '/register': endless } },
    ...([{}, 'answer-too-large', /./] as const),
  ],
  [
    'it gives a token of another kind',
    { tokens: { token_type: 'mac' } },
    ...([{}, failed, /token_type/] as const),
  ],
  [
    'its token would break a header',
    { tokens: { access_token: 'a\r\nb: c' } },
    ...([{}, failed, /access_token/] as const),
  ],
])('nothing is kept if %s', async (_, faults, service, code, detail) => {
  const { signIn, shown, secrets } = await openService({ faults, service });
  const problem = await signIn().then(
    () => null,
    (cause: unknown) => cause as { code: string; details: { detail?: string } },
  );
  expect(problem?.code).toBe(code);
  expect(problem?.details.detail ?? '.').toMatch(detail);
  expect((await shown())?.signIn).toEqual({ issuer: null, waiting: null });
  await expect(secrets()).rejects.toThrow('not-found');
});

test('a service elsewhere leads to nothing that listens on this computer', () => {
  const service = {
    ...{ name: 'x', url: new URL('https://tools.example/mcp'), connection: defaultConnection() },
    ...{ challenge: null, client: null },
  };
  for (const address of ['http://127.0.0.1:1/', 'https://localhost/', 'https://[::1]/', 'x']) {
    expect(() => requireAddress(service, address, 'it')).toThrow(failed);
  }
  expect(requireAddress(service, 'https://login.example/token', 'it').host).toBe('login.example');
});
