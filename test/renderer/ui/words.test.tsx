// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { errorCodes } from '../../../preload/contract/errors.ts';
import { machineStates } from '../../../preload/contract/machines/machine-states.ts';
import * as format from '../../../renderer/i18n/format.ts';
import {
  addLateErrors,
  chooseLanguage,
  createTexts,
  languages,
  setLanguage,
  TextsProvider,
} from '../../../renderer/i18n/index.ts';
import { ErrorBar, errorText, keyFaces, StateMark } from '../../../renderer/ui/index.ts';
import { show } from './shown.tsx';

test.each(languages)(
  'every error says three things in %s, with nothing left to fill in',
  async (language) => {
    const texts = await createTexts(language);
    await addLateErrors(texts, language);
    for (const code of errorCodes) {
      const said = errorText({ code, details: {}, retryable: false }, (key, values) =>
        texts.t(key, values ?? {}),
      );
      for (const sentence of [said.what, said.meaning, said.next]) {
        expect(sentence, code).not.toMatch(/\{\{|errors\.|undefined/);
        expect(sentence, code).toMatch(language === 'ja' ? /。$/ : /\.$/);
      }
    }
  },
);

test.each([
  ['en', 1, 'The server asks you to wait 1 second. Then try again.'],
  ['en', 3600, 'The server asks you to wait 3,600 seconds. Then try again.'],
  ['ja', 30, 'サーバーの求めに従い、30 秒待ってからもう一度お試しください。'],
] as const)(
  'a wait that the server asked for is said with its seconds: %s, %i',
  async (language, retryAfter, next) => {
    const texts = await createTexts(language);
    const details = { host: 'api.example', status: 429, retryAfter };
    const error = { code: 'http-rate-limited', details, retryable: true } as const;
    expect(errorText(error, (key, values) => texts.t(key, values ?? {})).next).toBe(next);
  },
);

test.each([
  ['en', 'The server did not respond in time.'],
  ['ja', 'サーバーから時間内に応答がありませんでした。'],
] as const)(
  'a server without a name reads like any word of a sentence: %s',
  async (language, what) => {
    const texts = await createTexts(language);
    const said = (details: Record<string, string>) =>
      errorText({ code: 'network-timeout', details, retryable: true } as const, (key, values) =>
        texts.t(key, values ?? {}),
      ).what;
    expect(said({})).toBe(what);
    expect(said({ host: 'api.example' })).toMatch(/^api\.example /);
  },
);

test.each(languages)(
  'what is put into a sentence is text and no pattern of it, in %s',
  async (language) => {
    const texts = await createTexts(language);
    const host = '{{host}} $t(common.close) $& $1 %s %d \\u0041 <b>a</b> &amp;';
    const said = texts.t('errors.network-name-not-found.what', { host });
    expect(said.split(host)).toHaveLength(2);
    expect(said).not.toContain('undefined');
  },
);

test('one token is a token', async () => {
  const english = await createTexts('en');
  const japanese = await createTexts('ja');
  for (const key of ['chat.tokens', 'attachments.tokens'] as const) {
    expect(english.t(key, { count: 1, tokens: '1' })).toBe('1 token');
    expect(english.t(key, { count: 1200, tokens: '1,200' })).toBe('1,200 tokens');
    expect(japanese.t(key, { count: 1, tokens: '1' })).toBe('1 トークン');
  }
});

test('an error shows its sentences and the server’s words, and its details on request', async () => {
  const details = { host: 'api.example', status: 502, server: 'upstream\nis gone' };
  await show(<ErrorBar error={{ code: 'http-status', details, retryable: true }} />, 'ja');
  screen.getByText('api.example がエラー（502）を返しました。');
  const button = screen.getByRole('button', { name: '詳細' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  // beside the sentences, and in full among the details
  expect(screen.getAllByText('upstream is gone')).toHaveLength(2);
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
});

test('an error does not show a page that was meant for browsers', async () => {
  const details = { host: 'api.example', status: 502, server: ' <html>gone</html>' };
  await show(<ErrorBar error={{ code: 'http-status', details, retryable: true }} />, 'en');
  screen.getByText(/api.example returned/);
  expect(screen.getAllByText(/gone/).map(({ tagName }) => tagName)).toEqual(['DD']);
});

test('switching the language changes what is on the screen and the page’s language', async () => {
  const texts = await createTexts('en');
  await show(
    <TextsProvider i18n={texts}>
      <StateMark state="maintenance" />
    </TextsProvider>,
  );
  screen.getByText('Maintenance');
  await setLanguage(texts, 'ja');
  await screen.findByText('保守中');
  expect(document.documentElement.lang).toBe('ja');
});

test('no two machine states have the same word or the same shape', async () => {
  const { container } = await show(
    machineStates.map((state) => <StateMark key={state} state={state} />),
  );
  const shapes = [...container.querySelectorAll('svg')].map((svg) => svg.innerHTML);
  expect(new Set(shapes).size).toBe(machineStates.length);
  const words = [...container.querySelectorAll('svg + span')].map((word) => word.textContent);
  expect(new Set(words).size).toBe(machineStates.length);
});

test('the best wish that the app speaks wins, English otherwise', () => {
  expect(chooseLanguage(['fr-FR', 'ja-JP', 'en'])).toBe('ja');
  expect(chooseLanguage(['fr', 'de'])).toBe('en');
});

test('times are relative within a day and dates beyond', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  const day = 86_400_000;
  expect(format.formatTime(now - 12_000, now, 'en')).toBe('12 s ago');
  expect(format.formatTime(now - 3 * 3_600_000, now, 'en')).toBe('3 h ago');
  expect(format.formatTime(now - 3 * 3_600_000, now, 'ja')).toBe('3 時間前');
  expect(format.formatTime(now + 4 * 60_000, now, 'en')).toMatch(/^in 4 min/);
  expect(format.formatTime(now - 2 * day, now, 'en')).toContain('Nov 2026');
  expect(format.formatAge(now - 2 * day, now, 'en')).toBe('2 days ago');
});

test('an absolute time names its zone and the same moment in UTC', () => {
  const { local, utc } = format.formatAbsolute(Date.UTC(2026, 10, 21, 9, 41, 5), 'en');
  expect(utc).toMatch(/21 Nov 2026.*09:41:05 UTC/);
  expect(local).toMatch(/:41:05 \S+|:11:05 \S+|:26:05 \S+/);
});

test('sizes, counts and spans read as people write them', () => {
  expect(format.formatBytes(900, 'en')).toBe('900 B');
  expect(format.formatBytes(1536, 'en')).toBe('1.5 KB');
  expect(format.formatBytes(32 * 1024 * 1024, 'en')).toBe('32 MB');
  expect(format.formatBytes(1024 * 1024 - 1, 'en')).toBe('1 MB');
  expect(format.formatNumber(131_072, 'ja')).toBe('131,072');
  expect(format.formatDuration(260_000, 'en')).toMatch(/^4 min 20 s$/);
  expect(format.formatDuration(260_000, 'ja')).toBe('4 分 20 秒');
  expect(format.formatDuration(90_000_000, 'ja')).toBe('1 日 1 時間');
  expect(format.formatDuration(0, 'en')).toBe('0 s');
});

test('a shortcut is shown as the keyboard at hand names its keys', () => {
  expect(keyFaces('mod+shift+k', false)).toEqual(['Ctrl', 'Shift', 'K']);
  expect(keyFaces('mod+shift+k', true)).toEqual(['⌘', '⇧', 'K']);
});
