import { describe, expect, test } from 'vitest';
import { readSystemFile } from '../../../../main/base/system-file/index.ts';
import { findSecret } from '../../../../main/base/system-file/secrets.ts';
import type { AppError } from '../../../../preload/contract/errors.ts';
import { processorTime } from '../../../support/processor-time.ts';

const least = { format: 'compute-desk-system', version: 1, name: 'Centre' };
const whole = { ...least, webApi: 'https://api.example.org/status/' };
const read = (value: unknown) => readSystemFile(Buffer.from(JSON.stringify(value)));
const refusal = (value: unknown): AppError['details'] & { code: string } => {
  try {
    read(value);
  } catch (error) {
    const { code, details } = error as AppError;
    return { code, ...details };
  }
  return { code: 'none' };
};

const key = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n';
const random = 'Zm9vYmFyMTIzNDU2Nzg5MFFXRVJUWQ';

describe('what looks like a secret', () => {
  test.each([
    ['a name', { ...whole, password: 'x' }, 'password'],
    ['a name further in', { ...whole, portal: { apiKey: 'x' } }, 'portal.apiKey'],
    ['a private key among authorities', { ...whole, authorities: [key] }, 'authorities.0'],
    ['a key behind a certificate', { ...whole, authorities: [`x\n${key}`] }, 'authorities.0'],
    ['an API key in a text', { ...whole, texts: { en: 'Use sk-abcdef0123456789' } }, 'texts.en'],
    ['a bearer token', { ...whole, texts: { en: 'Authorization: Bearer abc' } }, 'texts.en'],
    ['a random word', { ...whole, name: random }, 'name'],
    ['hexadecimal', { ...whole, name: '0123456789abcdef0123456789abcdef' }, 'name'],
    ['a told password', { ...whole, texts: { en: 'The password: hunter2' } }, 'texts.en'],
    ['… in Japanese', { ...whole, texts: { ja: 'パスフレーズ：ひみつ' } }, 'texts.ja'],
    ['a password in an address', { ...whole, webApi: 'https://me:pw@api.example.org' }, 'webApi'],
    [
      'a token in an address',
      { ...whole, portal: { keys: 'https://p.example.org/?token=a' } },
      'portal.keys',
    ],
    [
      'a token in a fragment',
      { ...whole, portal: { keys: 'https://p.example.org/#access_token=a' } },
      'portal.keys',
    ],
    ['a field of a name that is one', { ...whole, [random]: 1 }, '…'],
    ['a field in one of another name', { ...whole, diary: { password: 'x' } }, '….password'],
  ])('%s: the file is refused, with the place and without the secret', (_name, value, where) => {
    const { code, ...details } = refusal(value);
    const { fault, ...place } = details;
    expect([code, place]).toEqual(['system-file-secret', { where, line: 1 }]);
    expect(fault).toMatch(/^secret-/);
  });

  test('ordinary words and addresses do not', () => {
    for (const text of [
      'Your certificate comes by mail, its passphrase on paper. Ask for a token at the desk.',
      'パスワードは書面で届きます。APIキーはポータルで作ります。',
      'https://portal.example.org/projects/1b9d6bcd-bbfd-4b2d-9b5d-ab8dfd4bed4b/keys?lang=ja',
      'https://generative-ai-gateway.production.example.org/tenants/ClimateResearch2026',
    ]) {
      expect(findSecret({ text })).toBeNull();
    }
  });
});

describe('a file that shall look like another', () => {
  test('has a name and words as they are seen, in their own order', () => {
    const { name, texts } = read({
      ...{ ...whole, name: '\u202eCentre\u2066\u200b A\nB\u0007' },
      texts: { en: 'Call\r\n\u202e1234\u202c\u2028\ufeff now.\u001b[2J', ja: '\u2067' },
    });
    expect(name).toBe('Centre A B');
    expect(texts).toEqual({ en: 'Call\n1234 now. [2J', ja: null });
  });

  test('has a name at all', () => {
    expect(refusal({ ...whole, name: '\u202e\u200b' })).toEqual({
      ...{ code: 'system-file-invalid', field: 'name', fault: 'field-empty', line: 1 },
    });
  });

  test('hides no secret between its letters', () => {
    const texts = { en: 'The pass\u200bword: hunter2' };
    expect(refusal({ ...whole, texts })).toMatchObject({
      ...{ code: 'system-file-secret', where: 'texts.en', fault: 'secret-labelled' },
    });
  });

  test.each([
    ['Cyrillic letters', 'https://\u0430pi.example.org', 'https://xn--pi-6kc.example.org'],
    ['wide letters', 'https://ａｐｉ．example.org', 'https://api.example.org'],
    ['letters that nobody sees', 'https://a\u200bpi.example.org', 'https://api.example.org'],
    ['a path like a host', 'https://evil.example/api.example.org', null],
    [
      'the host of another',
      'https://api.example.org\\.evil.example',
      'https://api.example.org/.evil.example',
    ],
  ])('shows the host that will be asked: %s', (_name, webApi, shown) => {
    expect(read({ ...least, webApi }).webApiUrl).toBe(shown ?? webApi);
    expect(read({ ...least, webApi }).webApiUrl).toMatch(/^[\x21-\x7e]+$/);
    const { keysUrl } = read({ ...whole, portal: { keys: webApi } }).portal;
    expect(keysUrl).toMatch(/^[\x21-\x7e]+$/);
    expect(new URL(keysUrl ?? '').host).toBe(new URL(shown ?? webApi).host);
  });

  test('turns no direction in an address', () => {
    expect(refusal({ ...least, webApi: 'https://api\u202e.example.org' })).toMatchObject({
      code: 'address-invalid',
    });
    const { webApiUrl } = read({ ...least, webApi: 'https://api.example.org/\u202egro' });
    expect(webApiUrl).toBe('https://api.example.org/%E2%80%AEgro');
  });

  test('is looked at whole, once, however wide and deep it is', () => {
    const look = (): void => {
      const wide = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`f${at}`, at]));
      expect(refusal({ ...whole, ...wide }).code).toBe('system-file-invalid');
      expect(refusal({ ...whole, texts: { en: 'https://'.repeat(120_000) } }).code).toMatch(
        /^system/,
      );
      expect(refusal({ ...whole, name: 'パスワード '.repeat(50_000) }).code).toMatch(
        /^system-file/,
      );
      expect(refusal({ ...whole, authorities: Array(100_000).fill('') }).code).toMatch(
        /^system-file/,
      );
      const begun = '-----BEGIN CERTIFICATE-----\n'.repeat(30_000);
      expect(refusal({ ...whole, authorities: [begun] }).code).toMatch(
        /^(system-file|certificate)/,
      );
    };
    // Half a second on a quiet machine; each of them read anew at every place would be minutes.
    expect(processorTime(look)).toBeLessThan(10_000);
  });

  test('sets nothing of the app by a name that objects have', () => {
    const given = `{"__proto__":{"portal":{"keys":"https://evil.example"}},${JSON.stringify(whole).slice(1)}`;
    expect(() => readSystemFile(Buffer.from(given))).toThrow();
    expect(({} as { portal?: unknown }).portal).toBeUndefined();
  });
});
