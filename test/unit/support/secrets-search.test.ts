import { describe, expect, test } from 'vitest';
import { findSecrets } from '../../support/secrets-search.ts';

const jwt = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${Buffer.from('{"sub":"somebody","aud":"the-app-itself"}').toString('base64url')}.${'s1gn'.repeat(40)}`;
const secrets = [
  { name: 'long', text: `key-${'0123456789abcdef'.repeat(6)}` },
  { name: 'short', text: 'hunter?2/x+y' },
  { name: 'token', text: jwt },
];
const names = ['long', 'short', 'token'];

describe.each([
  ['as they are', (text: string) => text],
  ['in UTF-16', (text: string) => Buffer.from(text, 'utf16le').toString('latin1')],
  ['in an address', encodeURIComponent],
  ['in hexadecimal', (text: string) => Buffer.from(text).toString('hex')],
  ['in base64', (text: string) => Buffer.from(text).toString('base64')],
  ['one byte into base64', (text: string) => Buffer.from(`:${text};`).toString('base64')],
  ['two bytes into base64url', (text: string) => Buffer.from(`a:${text};`).toString('base64url')],
])('secrets %s', (_, form) => {
  test('are found among other bytes', () => {
    const texts = secrets.map(({ text }) => `before\0${form(text)}\0after`);
    expect(findSecrets(texts, secrets)).toEqual(names);
    expect(findSecrets(['before\0after', form('another text')], secrets)).toEqual([]);
  });
});

test('a long secret is found when it is cut, a token by its claims or its signature', () => {
  const [, claims = '', signature = ''] = jwt.split('.');
  expect(findSecrets([secrets[0]?.text.slice(0, 50) ?? ''], secrets)).toEqual(['long']);
  expect(findSecrets([secrets[0]?.text.slice(-50) ?? ''], secrets)).toEqual(['long']);
  expect(findSecrets([claims], secrets)).toEqual(['token']);
  expect(findSecrets([signature], secrets)).toEqual(['token']);
});
