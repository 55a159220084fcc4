import fc from 'fast-check';
import { expect, describe as group, test } from 'vitest';
import { externalAddress } from '../../../common/addresses/external-address.ts';
import {
  type AddressDescription,
  describe,
  type Note,
} from '../../../renderer/markdown/address/describe.ts';
import { runsOf } from '../../../renderer/markdown/address/letters.ts';

function described(text: string): AddressDescription {
  const address = externalAddress(text);
  if (address === null) throw new Error(`${text} is not opened`);
  return describe(address);
}

const kinds = (text: string) => described(text).notes.map(({ kind }) => kind);
const note = <K extends Note['kind']>(text: string, kind: K) =>
  described(text).notes.find((one) => one.kind === kind);

group('what stands out of an address', () => {
  test.each([
    ['https://login.bank.example/a?b', 'bank.example', ['https://login.', 'bank.example', '/a?b']],
    [
      'https://bank.example.evil.co.uk/',
      'evil.co.uk',
      ['https://bank.example.', 'evil.co.uk', '/'],
    ],
    // a hosting company's customers are strangers to each other
    ['https://evil.github.io/', 'evil.github.io', ['https://', 'evil.github.io', '/']],
    ['https://github.io/', 'github.io', ['https://', 'github.io', '/']],
    ['https://example.org.:8443/x', 'example.org', ['https://', 'example.org', '.:8443/x']],
    ['https://example.org/example.org', 'example.org', ['https://', 'example.org', '/example.org']],
    [
      'https://www.bücher.example/',
      'bücher.example',
      ['https://www.', 'xn--bcher-kva.example', '/'],
    ],
    ['https://例え.jp/', '例え.jp', ['https://', 'xn--r8jz45g.jp', '/']],
    ['https://0x7f.1/', '127.0.0.1', ['https://', '127.0.0.1', '/']],
    ['https://[::FFFF:1.2.3.4]:1/', '[::ffff:102:304]', ['https://', '[::ffff:102:304]', ':1/']],
    ['http://login/', 'login', ['http://', 'login', '/']],
    ['mailto:a@mail.bank.example', 'bank.example', ['mailto:a@mail.', 'bank.example', '']],
    [
      'mailto:a@bücher.example,b@x.example',
      'bücher.example',
      ['mailto:', 'a@b%C3%BCcher.example', ',b@x.example'],
    ],
  ])('%s', (text, site, parts) => {
    const { address, ...rest } = described(text);
    expect(rest).toMatchObject({ site, parts });
    expect(parts.join('')).toBe(address);
  });
});

group('what is said of an address', () => {
  test.each([
    ['https://example.org/', []],
    ['https://日本語.jp/', ['otherLetters']],
    ['https://пример.рф/', ['otherLetters']],
    ['http://example.org/', ['plain']],
    ['http://example.org:8080/', ['port', 'plain']],
    ['https://example.org:443/', []],
    ['http://localhost:3000/', ['thisComputer', 'port']],
    ['http://2130706433/', ['thisComputer']],
    ['https://0300.0250.1.1/', ['privateNetwork']],
    ['https://100.64.0.1/', ['privateNetwork']],
    ['https://[fd00::1]/', ['privateNetwork']],
    ['https://[fe80::1]/', ['privateNetwork']],
    ['https://192.0.2.7/', ['number']],
    ['https://[2001:db8::1]/', ['number']],
    ['https://intranet/', ['privateNetwork']],
    [`https://www.bank.example.${'a'.repeat(50)}.evil.example/`, ['long']],
    // Cyrillic а in Latin; wholly Cyrillic; Latin with a mark; Greek
    ['https://pаypal.example/', ['otherLetters', 'mixed', 'alike']],
    ['https://аррӏе.example/', ['otherLetters', 'alike']],
    ['https://exámple.example/', ['otherLetters', 'accents']],
    ['https://łódź.example/', ['otherLetters', 'accents']],
    ['https://www.bücher.co.uk/', ['otherLetters', 'accents']],
    ['https://ɡoogle.example/', ['otherLetters', 'alike']],
    ['https://göogle.example/', ['otherLetters', 'accents']],
    ['https://οκ.example/', ['otherLetters', 'alike']],
    // Latin and Japanese go together, but not a stroke that is read as a slash
    ['https://aiニュース.jp/', ['otherLetters']],
    ['https://bank.exampleノlogin.evil.example/', ['otherLetters', 'mixed']],
    ['https://한국어-日本.example/', ['otherLetters']],
    ['https://ひらがなкириллица.example/', ['otherLetters', 'mixed']],
    // a stranger's subdomain that looks like another's is said, too
    ['https://pаypal.evil.example/', ['otherLetters', 'mixed']],
    ['mailto:a@pаypal.example', ['otherLetters', 'mixed', 'alike']],
    ['mailto:a@bank.example,b@evil.example?subject=x', ['others']],
    ['mailto:a@bank.example?cc=b@evil.example,c@evil.example', ['others']],
  ] as const)('%s: %j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test('what it is taken for, and in which scripts it is written', () => {
    expect(note('https://www.аррӏе.com/', 'alike')).toMatchObject({
      name: 'аррӏе.com',
      like: 'apple.com',
    });
    expect(note('https://pаypal.example/', 'mixed')).toMatchObject({
      name: 'pаypal',
      scripts: ['Latn', 'Cyrl'],
    });
  });
});

test.each([
  // as DNS has it, and as it is read
  ['https://www.pаypal.example/x', 'xn--pypal-4ve.example', 'www.pаypal.example'],
  ['https://аррӏе.example/', 'xn--80ak6aa92e.example', 'аррӏе.example'],
  ['https://pаypal.evil.example/', 'evil.example', 'pаypal.evil.example'],
  ['https://bank.exampleノlogin.evil.example/', 'evil.example', 'bank.exampleノlogin.evil.example'],
  ['mailto:a@pаypal.example', 'xn--pypal-4ve.example', 'pаypal.example'],
  ['https://пример.рф/', 'пример.рф', null],
  ['https://łódź.example/', 'łódź.example', null],
  ['https://日本語.jp/', '日本語.jp', null],
])('a name that may be forged is not what is said to have the page: %s', (text, site, forged) => {
  expect(described(text)).toMatchObject({ site, forged });
});

test('of the mail’s addresses those that are not shown first are counted', () => {
  expect(note('mailto:a@x.example,b@x.example?cc=c@x.example', 'others')).toEqual({
    kind: 'others',
    count: 2,
  });
});

test('letters beyond a to z stand out of a name', () => {
  expect(runsOf('www.pаypаl-x1.example').filter(({ other }) => other)).toEqual([
    { at: 5, text: 'а', other: true },
    { at: 8, text: 'а', other: true },
  ]);
  expect(runsOf('')).toEqual([]);
});

test('whatever is opened is described whole, with its site at the end of its host', () => {
  const label = fc.oneof(
    fc.constantFrom('www', 'bank', 'co', 'uk', 'github', 'io', 'com', 'xn--p1ai', 'рф', 'а', 'ノ'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  );
  const host = fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join('.'));
  const text = fc
    .tuple(
      fc.constantFrom('https://', 'http://', 'mailto:a@'),
      host,
      fc.constantFrom('', '/x', ':8/#a'),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (given) => {
      const address = externalAddress(given);
      if (address === null) return;
      const { parts, site, kind } = describe(address);
      expect(parts.join('')).toBe(address);
      expect(site).not.toBe('');
      if (kind === 'web') {
        const { hostname } = new URL(address);
        expect(hostname.replace(/\.$/, '').endsWith(parts[1])).toBe(true);
        expect(parts[0]).toMatch(/^https?:\/\//);
      }
    }),
    { numRuns: 2_000 },
  );
});
