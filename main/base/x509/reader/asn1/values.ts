import { malformed } from '../failures.ts';
import { contentBytes, is, octets, type Tlv, universal } from './ber.ts';

/** Returns the dotted decimal form of an OBJECT IDENTIFIER. */
export function oidOf(tlv: Tlv, where: string, implicit = false): string {
  if (!implicit && !is(tlv, universal.oid)) throw malformed(where, 'unexpected-tag', tlv.start);
  const bytes = contentBytes(tlv);
  if (bytes.length === 0 || bytes.length > 64 || (bytes.at(-1) ?? 0) & 0x80) {
    throw malformed(where, 'object-identifier', tlv.start);
  }
  const arcs: bigint[] = [];
  let value = 0n;
  for (const byte of bytes) {
    value = (value << 7n) | BigInt(byte & 0x7f);
    if ((byte & 0x80) === 0) {
      arcs.push(value);
      value = 0n;
    }
  }
  const first = arcs[0] ?? 0n;
  const root = first < 40n ? 0n : first < 80n ? 1n : 2n;
  return [root, first - root * 40n, ...arcs.slice(1)].join('.');
}

/** Returns the content octets of an INTEGER, two's complement. */
export function integerBytes(tlv: Tlv, where: string): Uint8Array {
  if (!is(tlv, universal.integer)) throw malformed(where, 'unexpected-tag', tlv.start);
  const bytes = contentBytes(tlv);
  if (bytes.length === 0 || tlv.constructed) throw malformed(where, 'integer', tlv.start);
  return bytes;
}

/** Returns an unsigned INTEGER of any size; refuses negative ones. */
export function unsignedBig(tlv: Tlv, where: string): bigint {
  const bytes = integerBytes(tlv, where);
  if ((bytes[0] ?? 0) & 0x80) throw malformed(where, 'negative-integer', tlv.start);
  return bytesToBig(bytes);
}

/** Returns a non-negative INTEGER that fits a count; larger ones become Infinity, so limits refuse them. */
export function count(tlv: Tlv, where: string): number {
  const value = unsignedBig(tlv, where);
  return value > 0xffffffffffffn ? Number.POSITIVE_INFINITY : Number(value);
}

export function bytesToBig(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${hex(bytes)}`);
}

/** Returns big-endian bytes, exactly `length` octets. */
export function bigToBytes(value: bigint, length: number): Uint8Array {
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex'));
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

/** Returns the octets of a BIT STRING without its count of unused bits. */
export function bitString(tlv: Tlv, where: string, implicit = false): Uint8Array {
  if (!implicit && !is(tlv, universal.bitString)) {
    throw malformed(where, 'unexpected-tag', tlv.start);
  }
  const bytes = contentBytes(tlv);
  if (tlv.constructed || bytes.length === 0 || (bytes[0] ?? 0) > 7) {
    throw malformed(where, 'bit-string', tlv.start);
  }
  return bytes.subarray(1);
}

export function booleanOf(tlv: Tlv, where: string): boolean {
  const bytes = contentBytes(tlv);
  if (!is(tlv, universal.boolean) || bytes.length !== 1) {
    throw malformed(where, 'boolean', tlv.start);
  }
  return bytes[0] !== 0;
}

/** Decodes UTF-16 big-endian, the form of BMPString; surrogate pairs pass, a lone last octet is dropped. */
export function decodeBmp(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    text += String.fromCharCode(((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0));
  }
  return text;
}

function decodeUtf32(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i + 3 < bytes.length; i += 4) {
    const point = Buffer.from(bytes).readUInt32BE(i);
    text += point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
  }
  return text;
}

/** Returns the text of any ASN.1 string type; undefined if the element is no string. */
export function textOf(tlv: Tlv): string | undefined {
  if (tlv.tagClass !== 'universal') return undefined;
  const bytes = tlv.constructed ? octets(tlv, 'string', true) : contentBytes(tlv);
  switch (tlv.tag) {
    case universal.utf8String:
      return Buffer.from(bytes).toString('utf8');
    case universal.bmpString:
      return decodeBmp(bytes);
    case universal.universalString:
      return decodeUtf32(bytes);
    case universal.numericString:
    case universal.printableString:
    case universal.ia5String:
    case universal.teletexString:
    case 21:
    case 25:
    case 26:
    case 27:
      return Buffer.from(bytes).toString('latin1');
    default:
      return undefined;
  }
}

/** Returns UTCTime and GeneralizedTime as milliseconds since 1970 (RFC 5280, 4.1.2.5; offsets accepted). */
export function timeOf(tlv: Tlv, where: string): number {
  const text = Buffer.from(contentBytes(tlv)).toString('latin1');
  const short = is(tlv, universal.utcTime);
  if (!short && !is(tlv, universal.generalizedTime)) {
    throw malformed(where, 'unexpected-tag', tlv.start);
  }
  const match = (
    short
      ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?()(Z|[+-]\d{4})?$/
      : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?([.,]\d+)?(Z|[+-]\d{4})?$/
  ).exec(text);
  if (match === null) throw malformed(where, 'time', tlv.start);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const fullYear = short ? (year < 50 ? 2000 + year : 1900 + year) : year;
  const stamp = new Date(0);
  stamp.setUTCFullYear(fullYear, month - 1, day);
  stamp.setUTCHours(hour, minute, second, 0);
  const zone = match[8];
  if (zone === undefined || zone === 'Z') return stamp.getTime();
  const offset = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5));
  return stamp.getTime() - (zone.startsWith('-') ? -offset : offset) * 60_000;
}

/** Returns the content octets in lower-case hexadecimal. */
export const contentHex = (tlv: Tlv): string => hex(contentBytes(tlv));
