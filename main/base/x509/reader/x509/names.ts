/** Distinguished names as RFC 4514 strings, as attributes, and as keys for comparison. */
import { Fields, rawBytes, type Tlv, universal } from '../asn1/ber.ts';
import { hex, oidOf, textOf } from '../asn1/values.ts';
import { malformed } from '../failures.ts';

export interface NameAttribute {
  readonly oid: string;
  /** `CN`, `O`, `emailAddress`; the dotted identifier if it has no short name. */
  readonly type: string;
  readonly value: string;
}

export interface DistinguishedName {
  /** RFC 4514: most specific first, commas between. */
  readonly text: string;
  /** In the certificate's order: least specific first. */
  readonly attributes: readonly NameAttribute[];
}

const types: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.17': 'postalCode',
  '2.5.4.42': 'GN',
  '2.5.4.43': 'initials',
  '2.5.4.44': 'generationQualifier',
  '2.5.4.46': 'dnQualifier',
  '2.5.4.65': 'pseudonym',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
  '1.3.6.1.4.1.311.60.2.1.3': 'jurisdictionC',
};

/** RFC 4514, 2.4. */
function escapeValue(value: string): string {
  const escaped = [...value].map((char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) return `\\${code.toString(16).padStart(2, '0')}`;
    return '\\"+,;<>'.includes(char) ? `\\${char}` : char;
  });
  const [first = ''] = escaped;
  if (first === ' ' || first === '#') escaped[0] = `\\${first}`;
  if (escaped.length > 1 && escaped.at(-1) === ' ') escaped[escaped.length - 1] = '\\ ';
  return escaped.join('');
}

/** Names have a dozen; one with thousands would block main. */
const mostAttributes = 200;

function* relativeNames(name: Tlv, where: string): Generator<NameAttribute[]> {
  let count = 0;
  for (const set of Fields.of(name, where).rest('rdn')) {
    const attributes: NameAttribute[] = [];
    for (const entry of Fields.of(set, `${where}.rdn`, universal.set).rest('attribute')) {
      count += 1;
      if (count > mostAttributes) throw malformed(where, `more than ${mostAttributes} attributes`);
      const fields = Fields.of(entry, `${where}.attribute`);
      const oid = oidOf(fields.any('type'), `${fields.where}.type`);
      const tlv = fields.any('value');
      const value = textOf(tlv) ?? `#${hex(rawBytes(tlv))}`;
      attributes.push({ oid, type: types[oid] ?? oid, value });
    }
    yield attributes;
  }
}

export function parseName(name: Tlv, where: string): DistinguishedName {
  const rdns = [...relativeNames(name, where)];
  const text = rdns
    .map((rdn) =>
      rdn
        .map(({ type, oid, value }) =>
          // A value without a string type keeps its '#'; so must one whose type has no name.
          value.startsWith('#') && type === oid
            ? `${type}=${value}`
            : `${type}=${escapeValue(value)}`,
        )
        .join('+'),
    )
    .reverse()
    .join(',');
  return { text, attributes: rdns.flat() };
}

/** Returns equal keys for names that RFC 5280, 7.1 treats as equal: case, blanks and string types do not count. */
export function nameKey(name: Tlv, where: string): string {
  const fold = (value: string): string =>
    value.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
  return [...relativeNames(name, where)]
    .map((rdn) =>
      rdn
        .map(({ oid, value }) => JSON.stringify([oid, fold(value)]))
        .sort()
        .join('+'),
    )
    .join('/');
}
