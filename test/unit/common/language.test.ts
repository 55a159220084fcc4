import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { acceptedLanguages, chooseLanguage } from '../../../common/texts/language.ts';
import { pageLanguage } from '../../../main/demo/http/html-page.ts';
import { labelsFor } from '../../../main/hosts/electron/labels.ts';

test.each([
  [['ja-JP', 'en'], 'ja'],
  [['en-GB', 'ja'], 'en'],
  [['fr', 'ja'], 'ja'],
  [['fr-CA', 'de'], 'en'],
  [[' JA_jp '], 'ja'],
  [['jam'], 'en'],
  [[], 'en'],
] as const)('for %j the app speaks %s, in menus as in the window', (wishes, expected) => {
  expect(chooseLanguage(wishes)).toBe(expected);
  expect(labelsFor('system', wishes)).toBe(labelsFor(expected, []));
});

test('the setting comes first', () => {
  expect(chooseLanguage(['ja'], 'en')).toBe('en');
  expect(chooseLanguage(['en'], 'ja')).toBe('ja');
});

test.each([
  ['ja,en;q=0.9', ['ja', 'en']],
  ['en;q=0.5, ja', ['ja', 'en']],
  ['fr, en;q=0, ja ;q=0.1', ['fr', 'ja']],
  ['*;q=1', ['*']],
  ['', []],
  [undefined, []],
] as const)('Accept-Language: %s', (header, tags) => {
  expect(acceptedLanguages(header)).toEqual(tags);
  const request = { headers: { 'accept-language': header } } as unknown as IncomingMessage;
  expect(pageLanguage(request)).toBe(chooseLanguage(tags));
});
