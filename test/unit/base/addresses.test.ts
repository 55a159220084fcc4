import { expect, test } from 'vitest';
import { checkAddress } from '../../../main/base/addresses/index.ts';

test.each([
  ['webApi', 'https://api.example.org', 'https://api.example.org', []],
  ['webApi', 'https://api.example.org/', 'https://api.example.org', ['trailing-slash']],
  [
    'webApi',
    '  https://api.example.org/v2/ ',
    'https://api.example.org/v2',
    ['white-space', 'trailing-slash'],
  ],
  ['webApi', 'https://api.example.org/api/status/', 'https://api.example.org/api', ['status']],
  ['webApi', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080', []],
  ['webApi', 'http://localhost:8080/x', 'http://localhost:8080/x', []],
  ['webApi', 'HTTPS://API.Example.org', 'https://api.example.org', []],
  ['identityProvider', 'https://id.example.org/auth/', 'https://id.example.org', ['realm-path']],
  ['genai', 'https://ai.example.org/v1', 'https://ai.example.org', ['v1']],
  ['genai', 'https://ai.example.org/llm/v1', 'https://ai.example.org/llm/v1', []],
  ['genai', 'https://ai.example.org/api/paas/v4', 'https://ai.example.org/api/paas/v4', []],
  [
    'genai',
    'https://ai.example.org/v1beta/openai/chat/completions',
    'https://ai.example.org/v1beta/openai',
    ['v1'],
  ],
  ['genai', 'https://ai.example.org/llm/v1/models', 'https://ai.example.org/llm/v1', ['v1']],
  [
    'genai',
    'https://ai.example.org/chat/completions',
    'https://ai.example.org/chat/completions',
    [],
  ],
  ['genai', 'https://ai.example.org/v1/chat/completions', 'https://ai.example.org', ['v1']],
] as const)('%s %j is used as %s', (field, text, address, removed) => {
  expect(checkAddress(field, text)).toEqual({ address, problem: null, removed, realmPath: null });
});

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['api.example.org', 'not-a-url'],
  ['https://', 'not-a-url'],
  ['http://api.example.org', 'not-https'],
  ['ftp://api.example.org', 'not-https'],
  ['http://127.0.0.1.example.org', 'not-https'],
  ['https://user:word@api.example.org', 'has-credentials'],
  ['https://api.example.org/?a=b', 'has-query'],
  ['https://api.example.org/#part', 'has-query'],
] as const)('%j is refused as %s', (text, problem) => {
  expect(checkAddress('webApi', text)).toEqual({
    address: null,
    problem,
    removed: [],
    realmPath: null,
  });
});

test.each([
  ['https://id.example.org/auth/realms/op', '', '/auth/realms/op'],
  ['https://id.example.org/auth/realms/op/', '', '/auth/realms/op'],
  [
    'https://id.example.org/auth/realms/op/protocol/openid-connect/auth?client_id=a',
    '',
    '/auth/realms/op',
  ],
  ['https://id.example.org/realms/hpc/account/#/security', '', '/realms/hpc'],
  ['https://id.example.org/sso/realms/hpc', '/sso', '/realms/hpc'],
  ['https://id.example.org/realms/', '/realms', null],
] as const)('of %s the realm is understood', (text, before, realmPath) => {
  const { address, problem, realmPath: named } = checkAddress('identityProvider', text);
  expect([problem, address, named]).toEqual([null, `https://id.example.org${before}`, realmPath]);
});
