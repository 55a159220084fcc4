import { expect, test } from 'vitest';
import {
  kindOfAddress,
  systemNameOf,
} from '../../../renderer/features/systems/systems/addresses/kind.ts';
import { repairAddress } from '../../../renderer/features/systems/systems/addresses/repair.ts';

test.each([
  ['webApi', 'api.alpha.example.org', 'https://api.alpha.example.org', ['scheme']],
  [
    'webApi',
    ' api.alpha.example.org/status/ ',
    'https://api.alpha.example.org',
    ['scheme', 'status'],
  ],
  ['webApi', 'https://a.example/v2/status?x=1#y', 'https://a.example/v2', ['query', 'status']],
  ['webApi', 'https://a.example/#', 'https://a.example/', ['query']],
  ['webApi', 'localhost:8443/status', 'https://localhost:8443', ['scheme', 'status']],
  ['webApi', 'http://127.0.0.1:80/status/', 'http://127.0.0.1:80', ['status']],
  [
    'genai',
    'ai.example.org/v1/chat/completions',
    'https://ai.example.org/v1',
    ['scheme', 'endpoint'],
  ],
  ['genai', 'https://ai.example.org/v1/models/', 'https://ai.example.org/v1', ['endpoint']],
  [
    'identityProvider',
    'id.example.org/realms/a?b=c',
    'https://id.example.org/realms/a?b=c',
    ['scheme'],
  ],
] as const)('%s: %s is used as %s', (field, text, used, repairs) => {
  expect(repairAddress(field, text)).toEqual({ text: used, repairs });
});

test.each([
  'https://api.example.org',
  'alpha',
  'api.',
  'taro@example.org',
  'api.example.org:x',
  'https:/api.example.org',
  'the address',
  'mailto:taro@example.org',
  '',
])('%s stays as it is', (text) => {
  expect(repairAddress('webApi', text)).toEqual({ text, repairs: [] });
});

test.each([
  ['https://id.example/auth/realms/op', 'identityProvider'],
  ['https://api.example/status/', 'webApi'],
  ['https://ai.example/v1', 'genai'],
  ['https://ai.example/v1/chat/completions', 'genai'],
  ['https://portal.example/', 'portal'],
  ['https://www.example/portal/#/keys', 'portal'],
  ['https://api.example', null],
  ['no address', null],
] as const)('%s says that it is of: %s', (text, kind) => {
  expect(kindOfAddress(text)).toBe(kind);
});

test.each([
  ['https://api.alpha.example.ac.jp', 'Alpha'],
  ['https://alpha.example.org/api', 'Alpha'],
  ['https://ai.example', 'Ai'],
  ['https://127.0.0.1:8443', '127.0.0.1'],
  ['https://[::1]:8443', '[::1]'],
  ['alpha', ''],
])('the system at %s is named "%s"', (text, name) => {
  expect(systemNameOf(text)).toBe(name);
});
