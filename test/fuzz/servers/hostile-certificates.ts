import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** What a server shows, written out byte by byte: no tool makes such certificates. */
export interface HostileCertificate {
  readonly name: string;
  /** Whether it comes from the authority that the app trusts. */
  readonly trusted: boolean;
  /** DER, the server's own first. */
  chain(): Buffer[];
}

function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length.toString(16);
  const bytes = Buffer.from(size.length % 2 === 0 ? size : `0${size}`, 'hex');
  const length = body.length < 128 ? [body.length] : [0x80 + bytes.length, ...bytes];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);
const oid = (hex: string): Buffer => tlv(6, Buffer.from(hex, 'hex'));
const text = (words: string, tag = 12): Buffer => tlv(tag, Buffer.from(words));
const algorithm = sequence(oid('2a8648ce3d040302'));
const types = {
  commonName: '550403',
  organization: '55040a',
  unit: '55040b',
  mail: '2a864886f70d010901',
};

type Attribute = readonly [type: string, value: Buffer];
const nameOf = (...attributes: readonly Attribute[]): Buffer =>
  sequence(...attributes.map(([type, value]) => tlv(0x31, sequence(oid(type), value))));
const many = (count: number, make: (at: number) => Attribute): Buffer =>
  nameOf(...Array.from({ length: count }, (_, at) => make(at)));
const common = (words: string, tag = 12): Buffer => nameOf([types.commonName, text(words, tag)]);

const kilo = 1024;
/** Names of a subject or an issuer; the longest just below what a handshake takes. */
const names: readonly [string, () => Buffer][] = [
  ['a name', () => common('localhost')],
  ['no name', () => nameOf()],
  ['80 KB of one name', () => common('x'.repeat(80 * kilo))],
  ['a name of control characters', () => common('\u0000\u0001\u001b[31m\r\n\t\u007f'.repeat(20))],
  ['a name that turns directions', () => common('safe\u202egpj.exe\u2066\u200f\u061c')],
  ['a name of line ends', () => common('a\nCN=b\n'.repeat(4_000))],
  ['a name of commas and quotes', () => common('", CN="a\\,+=<>#;'.repeat(2_000))],
  ['a name of half characters', () => common('\ud800'.repeat(4_000))],
  ['a name of bytes', () => nameOf([types.commonName, tlv(12, Buffer.alloc(8 * kilo, 0xff))])],
  ['a name of piled marks', () => common(`a${'\u0301'.repeat(10_000)}`)],
  ['2,000 units', () => many(2_000, (at) => [types.unit, text(`unit ${at}`)])],
  ['5,000 empty units', () => many(5_000, () => [types.unit, text('')])],
  ['a name in UTF-16', () => nameOf([types.commonName, tlv(0x1e, Buffer.alloc(8 * kilo, 0xd8))])],
  ['a name in UTF-32', () => nameOf([types.commonName, tlv(0x1c, Buffer.alloc(8 * kilo, 1))])],
  ['a name of T.61', () => common('\u001bé'.repeat(1_000), 0x14)],
  ['a mail address', () => nameOf([types.mail, text('a@'.repeat(8 * kilo), 0x16)])],
  ['a name of an unknown kind', () => nameOf(['2a0304', text('x'.repeat(kilo))])],
  ['a name that is a list', () => nameOf([types.organization, sequence(text('a'), text('b'))])],
];

const dns = (name: string): Buffer => tlv(0x82, Buffer.from(name));
const repeated = (count: number, make: (at: number) => Buffer) => (): Buffer[] =>
  Array.from({ length: count }, (_, at) => make(at));
/** Alternative names; null leaves them out. */
const alternatives: readonly [string, (() => Buffer[]) | null][] = [
  ['localhost', () => [dns('localhost')]],
  ['nothing', null],
  ['4,000 hosts', repeated(4_000, (at) => dns(`n${at}.example`))],
  [
    '4,000 hosts and localhost',
    () => [...repeated(4_000, (at) => dns(`n${at}`))(), dns('localhost')],
  ],
  ['a host of 80 KB', () => [dns('x.'.repeat(40 * kilo))]],
  ['5,000 wildcards', repeated(5_000, () => dns('*.*.*.*.example'))],
  ['a host of stars', () => [dns('*'.repeat(60 * kilo))]],
  ['hosts with quotes', repeated(3_000, () => dns('a", DNS:"b\\'))],
  ['hosts with control characters', repeated(3_000, () => dns('a\u0000b\r\n\u001b'))],
  ['a host that turns directions', () => [dns('safe\u202egpj.exe')]],
  ['addresses of every length', repeated(40, (at) => tlv(0x87, Buffer.alloc(at, 127)))],
  ['4,000 addresses', repeated(4_000, (at) => tlv(0x87, Buffer.from([127, 0, at >> 8, at & 255])))],
  ['names of persons', repeated(1_000, (at) => tlv(0xa4, common(`p${at}`)))],
  ['other names', repeated(2_000, () => tlv(0xa0, oid('2a0304'), tlv(0xa0, text('x'))))],
  ['mail and web addresses', repeated(2_000, () => tlv(0x86, Buffer.from('http://a/"b"\n')))],
];

const utc = (words: string): Buffer => text(words, 23);
const general = (words: string): Buffer => text(words, 24);
const year = new Date().getUTCFullYear() % 100;
const from = utc(`${String(year - 1).padStart(2, '0')}0101000000Z`);
const until = utc(`${String(year + 2).padStart(2, '0')}0101000000Z`);
/** When it begins, and when it ends. */
const times: readonly [string, Buffer][] = [
  ['now', sequence(from, until)],
  ['no time', sequence(utc('garbage garba'), until)],
  ['no end', sequence(from, utc('garbage garba'))],
  ['over', sequence(from, from)],
  ['not yet', sequence(until, until)],
  ['for ever', sequence(from, general('99991231235959Z'))],
  ['the year 0', sequence(general('00000101000000Z'), until)],
  ['a thirteenth month', sequence(from, utc('301399999999Z'))],
  ['nothing', sequence(utc(''), utc(''))],
  ['10 KB of digits', sequence(from, general('9'.repeat(10 * kilo)))],
  ['fractions', sequence(from, general(`20990101000000.${'1'.repeat(5_000)}Z`))],
  ['lists', sequence(sequence(), sequence())],
  ['control characters', sequence(from, general('\u0000\u001b\r\n20990101'))],
];

const extension = (type: string, value: Buffer): Buffer => sequence(oid(type), tlv(4, value));
/** What else it says. */
const extras: readonly [string, () => Buffer[]][] = [
  ['', () => []],
  ['', () => []],
  [
    'with 3,000 addresses of its issuer',
    repeated(1, () =>
      extension(
        '2b06010505070101',
        sequence(
          ...repeated(1_500, () =>
            sequence(
              oid('2b06010505073002'),
              tlv(0x86, Buffer.from('http://a/\nCA Issuers - URI:b')),
            ),
          )(),
        ),
      ),
    ),
  ],
  [
    'with 3,000 unknown extensions',
    repeated(3_000, (at) => extension('2a0304', Buffer.alloc(at % 7))),
  ],
  ['with extensions of rubbish', repeated(3, () => extension('551d25', Buffer.alloc(9_000, 0x30)))],
  ['with lists in lists', repeated(1, () => extension('551d20', nested(2_000)))],
];

function nested(depth: number): Buffer {
  let value: Buffer = Buffer.alloc(0);
  for (let level = 0; level < depth; level += 1) value = sequence(value);
  return value;
}

const own = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const above = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const publicOf = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ type: 'spki', format: 'der' });
const issuer = common('An authority of the tests');

function certificate(parts: {
  readonly by: KeyObject;
  readonly of: KeyObject;
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly validity: Buffer;
  readonly extensions: readonly Buffer[];
}): Buffer {
  const { by, of, subject, validity, extensions } = parts;
  const body = sequence(
    tlv(0xa0, tlv(2, Buffer.from([2]))),
    tlv(2, Buffer.from([1])),
    algorithm,
    parts.issuer,
    validity,
    subject,
    publicOf(of),
    ...(extensions.length === 0 ? [] : [tlv(0xa3, sequence(...extensions))]),
  );
  return sequence(body, algorithm, tlv(3, Buffer.from([0]), sign('sha256', body, by)));
}

export const pemOf = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

/** The authority that issued those which are trusted, and the key of every server. */
export const testAuthority = pemOf(
  certificate({
    by: above.privateKey,
    of: above.privateKey,
    issuer,
    subject: issuer,
    validity: sequence(from, until),
    extensions: [extension('551d13', sequence(tlv(1, Buffer.from([255]))))],
  }),
);
export const serverKey = own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;

/** The same in every run: first each part by itself, then they are mixed; half of them from a trusted authority. */
export function hostileCertificates(count: number): HostileCertificate[] {
  const single = names.length + alternatives.length + times.length + extras.length;
  return Array.from({ length: count }, (_, at) => {
    const isSingle = at < single;
    const [subjectIs, subject] = pick(names, isSingle ? onlyIn(at, 0, names.length) : at * 5);
    const [hostsAre, hosts] = pick(
      alternatives,
      isSingle ? onlyIn(at, names.length, alternatives.length) : at * 3 + 1,
    );
    const before = names.length + alternatives.length;
    const [timeIs, validity] = pick(times, isSingle ? onlyIn(at, before, times.length) : at * 7);
    const [more, extra] = pick(
      extras,
      isSingle ? onlyIn(at, before + times.length, extras.length) : at,
    );
    const trusted = at % 2 === 0;
    const [issuerIs, foreign] = pick(names, isSingle ? 0 : at * 11 + 2);
    const copies = at % 17 === 16 ? 20 : at % 23 === 22 ? 300 : 1;
    return {
      name: [
        `${at}: ${subjectIs}; hosts: ${hostsAre}; time: ${timeIs}`,
        trusted ? 'trusted' : `by ${issuerIs}`,
        more,
        copies === 1 ? '' : `${copies} times`,
      ].join(' '),
      trusted,
      chain() {
        const der = certificate({
          by: trusted ? above.privateKey : own.privateKey,
          of: own.privateKey,
          issuer: trusted ? issuer : foreign(),
          subject: subject(),
          validity,
          extensions: [
            ...(hosts === null ? [] : [extension('551d11', sequence(...hosts()))]),
            ...extra(),
          ],
        });
        return Array.from({ length: copies }, () => der);
      },
    };
  });
}

/** The place in a list whose turn it is; its first, the usual one, otherwise. */
function onlyIn(at: number, start: number, length: number): number {
  return at >= start && at < start + length ? at - start : 0;
}
