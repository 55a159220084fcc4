import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { externalAddress } from '../../../common/addresses/external-address.ts';

describe('an address that is handed to other programs', () => {
  test.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['HTTP://Example.ORG:80', 'http://example.org/'],
    ['https://пример.example/путь', 'https://xn--e1afmkfd.example/%D0%BF%D1%83%D1%82%D1%8C'],
    ['https://0x7f.1:8443/', 'https://127.0.0.1:8443/'],
    ['http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/'],
    ['https://example.org/\u202egpj.exe', 'https://example.org/%E2%80%AEgpj.exe'],
    ['ftp://example.org:21/a%20b', 'ftp://example.org/a%20b'],
    ['mailto:a+b@example.org', 'mailto:a+b@example.org'],
    ['MAILTO:a@example.org,c@example.org', 'mailto:a@example.org,c@example.org'],
    [
      'mailto:a@example.org?Subject=x%20y&body=1%0D%0A2&bcc=b@c&attach=/etc/passwd',
      'mailto:a@example.org?subject=x%20y&body=1%0D%0A2',
    ],
    [
      'mailto:a@example.org?subject=1+1&cc=c@d.example',
      'mailto:a@example.org?subject=1%2B1&cc=c%40d.example',
    ],
  ])('%s', (text, address) => {
    expect(externalAddress(text)).toBe(address);
  });
});

describe('no such address is', () => {
  test.each([
    ...['', 'example.org', '/path', '#part', '//example.org/', 'https:example.org', 'https://'],
    ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'smb://server/share'],
    ...['compute-desk://oauth/callback', 'app://compute-desk/', 'vbscript:x', 'ms-msdt:/id'],
    ...[
      'https://bank.example@evil.example/',
      'https://:secret@evil.example/',
      'ftp://me@evil.example/',
    ],
    ...['https://bank.example%40x@evil.example/', 'https://exam\u202eple.org/', 'https://a b/'],
    ...[`https://${'a'.repeat(64)}.example/`, `https://${'a.'.repeat(130)}example/`],
    ...[`https://example.org/${'a'.repeat(9_000)}`, 'http://256.1.1.1/', 'http://[::1'],
    ...['mailto:', 'mailto:?to=a@b', 'mailto:nobody', 'mailto:a@b%0D%0ABcc:c@d', 'mailto:%FF@b'],
    ...['mailto:a@b?subject=x%0D%0ABcc:c@d', 'mailto:"x"@b', 'mailto:a@b,,', 'mailto:a\u202e@b'],
    ...['mailto:a@b?body=%00', 'mailto:-oX"@b'],
  ])('%s', (text) => {
    expect(externalAddress(text)).toBe(null);
  });
});

test('whatever is let through is its own normal form, in characters that any program takes', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'https://',
      'http://',
      'mailto:',
      'a',
      '@',
      '.',
      ':',
      '/',
      '?',
      '#',
      '%40',
      '%0A',
    ),
    fc.constantFrom('subject=', 'body=', '&', ',', '127.1', '[::1]', '"', "'", ' ', '\\', '\n'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  const texts = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        texts,
        texts.map((text) => `https://${text}`),
      ),
      (text) => {
        const address = externalAddress(text);
        if (address === null) return;
        expect(address).toMatch(/^(?:https?:\/\/|mailto:)[!-~]+$/);
        expect(externalAddress(address)).toBe(address);
      },
    ),
    { numRuns: 3_000 },
  );
});

test.each(['https://.', 'https://.#x', 'https://a..example/', 'mailto:a@.', 'mailto:a@b..c'])(
  'a host with an empty label is none: %s',
  (text) => {
    expect(externalAddress(text)).toBeNull();
  },
);

test('the root may end a host', () => {
  expect(externalAddress('https://site.example./x')).toBe('https://site.example./x');
});
