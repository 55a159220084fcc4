/** Name constraints (RFC 5280, 4.2.1.10): the names for which an authority may issue certificates. */
import { contentBytes, Fields, readRoot, type Tlv } from '../reader/asn1/ber.ts';
import type { ParsedCertificate } from '../reader/x509/certificate.ts';
import { nameKey, parseName } from '../reader/x509/names.ts';

/** Tags of GeneralName. */
const email = 1;
const dns = 2;
const directory = 4;
const uri = 6;
const address = 7;

interface GeneralName {
  readonly tag: number;
  /** For the types that are compared; null for all others. */
  readonly value: string | Uint8Array | null;
}

interface Constraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

/** Limit on comparisons; each name is compared with each constraint. */
const mostComparisons = 100_000;

/** Returns whether `authority` may issue a certificate with these names. Throws a `malformed` ReaderError. */
export function permitsNames(
  authority: ParsedCertificate,
  certificate: ParsedCertificate,
): boolean {
  const constraints = constraintsOf(authority);
  if (constraints === null) return true;
  const { permitted, excluded } = constraints;
  const names = namesOf(certificate);
  if (names.length * (permitted.length + excluded.length) > mostComparisons) return false;
  return names.every((name) => {
    const ofType = permitted.filter(({ tag }) => tag === name.tag);
    if (ofType.length > 0 && !ofType.some((one) => isWithin(name, one))) return false;
    return !excluded.some((one) => one.tag === name.tag && mayTouch(name, one));
  });
}

function constraintsOf({ extensions }: ParsedCertificate): Constraints | null {
  const extension = extensions.get('2.5.29.30');
  if (extension === undefined) return null;
  const where = 'nameConstraints';
  const fields = Fields.of(readRoot(extension.value, where, 'refuse'), where);
  const read = (tag: number): GeneralName[] => {
    const list = fields.optional('subtrees', tag, 'context');
    return list === undefined
      ? []
      : [...new Fields(list, where).rest('subtree')].map((entry) => subtree(entry, where));
  };
  const permitted = read(0);
  const excluded = read(1);
  fields.finish();
  return { permitted, excluded };
}

/**
 * Minimum and maximum have no meaning in certificates (RFC 5280): a constraint with them matches nothing if permitted,
 * and everything if excluded.
 */
function subtree(entry: Tlv, where: string): GeneralName {
  const fields = Fields.of(entry, where);
  const base = fields.any('base');
  return fields.done ? generalName(base) : { tag: base.tag, value: null };
}

function generalName(name: Tlv): GeneralName {
  const { tag } = name;
  if (tag === address) return { tag, value: contentBytes(name) };
  if (tag === directory) {
    return { tag, value: nameKey(new Fields(name, 'dirName').any('name'), 'dirName') };
  }
  if (tag !== dns && tag !== email && tag !== uri) return { tag, value: null };
  return { tag, value: Buffer.from(contentBytes(name)).toString('latin1').toLowerCase() };
}

/** Returns its subject with the addresses in it, and its alternative names. */
function namesOf({ subject, subjectKey, extensions }: ParsedCertificate): GeneralName[] {
  const names: GeneralName[] = [];
  if (subjectKey !== '') names.push({ tag: directory, value: subjectKey });
  const extension = extensions.get('2.5.29.17');
  if (extension !== undefined) {
    const where = 'subjectAltName';
    const list = Fields.of(readRoot(extension.value, where, 'refuse'), where);
    for (const name of list.rest('name')) names.push(generalName(name));
  }
  for (const { type, value } of parseName(subject, 'subject').attributes) {
    if (type === 'emailAddress') names.push({ tag: email, value: value.toLowerCase() });
  }
  return names;
}

/** An incomparable name is not within. */
function isWithin({ tag, value }: GeneralName, { value: limit }: GeneralName): boolean {
  if (value === null || limit === null) return false;
  if (value instanceof Uint8Array || limit instanceof Uint8Array) {
    return value instanceof Uint8Array && limit instanceof Uint8Array && inNetwork(value, limit);
  }
  switch (tag) {
    case dns:
      return limit === '' || value === limit || value.endsWith(withDot(limit));
    case directory:
      return limit === '' || value === limit || value.startsWith(`${limit}/`);
    case email:
      return limit.includes('@')
        ? value === limit
        : isHostWithin(value.slice(value.lastIndexOf('@') + 1), limit);
    default:
      return URL.canParse(value) && isHostWithin(new URL(value).hostname, limit);
  }
}

/** An incomparable name may match; so may a wildcard that could stand for an excluded name. */
function mayTouch(name: GeneralName, excluded: GeneralName): boolean {
  const { tag, value } = name;
  const { value: limit } = excluded;
  if (value === null || limit === null) return true;
  if (tag === uri && typeof value === 'string' && !URL.canParse(value)) return true;
  if (tag === dns && typeof value === 'string' && typeof limit === 'string') {
    if (value.startsWith('*.') && limit.endsWith(value.slice(1))) return true;
  }
  return isWithin(name, excluded);
}

/** `.example.org` matches everything below it, `example.org` only that host (for email and URI). */
function isHostWithin(host: string, limit: string): boolean {
  return limit.startsWith('.') ? host.endsWith(limit) : host === limit;
}

function withDot(name: string): string {
  return name.startsWith('.') ? name : `.${name}`;
}

/** Compares an address with an address followed by its mask. */
function inNetwork(value: Uint8Array, network: Uint8Array): boolean {
  const { length } = value;
  if (network.length !== 2 * length) return false;
  return value.every((byte, at) => {
    const mask = network[length + at] ?? 0;
    return (byte & mask) === ((network[at] ?? 0) & mask);
  });
}
