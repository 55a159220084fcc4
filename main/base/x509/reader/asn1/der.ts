/** Writes DER (X.690, 10): minimal definite lengths, primitive strings. */
import { concat, contentBytes, Fields, octets, type Tlv, universal } from './ber.ts';

function header(identifier: number, length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(identifier, length);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Uint8Array.of(identifier, 0x80 | digits.length, ...digits);
}

function element(identifier: number, parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return concat([header(identifier, length), ...parts]);
}

export const sequence = (...parts: Uint8Array[]): Uint8Array => element(0x30, parts);
export const octetString = (bytes: Uint8Array): Uint8Array => element(0x04, [bytes]);
export const bitStringOf = (bytes: Uint8Array): Uint8Array =>
  element(0x03, [Uint8Array.of(0), bytes]);
export const nullValue = (): Uint8Array => Uint8Array.of(5, 0);
/** [n] EXPLICIT, or [n] IMPLICIT of a constructed type. */
export const context = (tag: number, ...parts: Uint8Array[]): Uint8Array =>
  element(0xa0 | tag, parts);
/** [n] IMPLICIT of a primitive type. */
export const contextPrimitive = (tag: number, bytes: Uint8Array): Uint8Array =>
  element(0x80 | tag, [bytes]);

/** A SET OF, its elements in DER's order. */
export const setOf = (...parts: Uint8Array[]): Uint8Array =>
  element(0x31, [...parts].sort(Buffer.compare));

export function bmpString(text: string): Uint8Array {
  return element(0x1e, [Buffer.from(text, 'utf16le').swap16()]);
}

/** A non-negative INTEGER from a number or from big-endian octets. */
export function integer(value: number | bigint | Uint8Array): Uint8Array {
  let bytes: Uint8Array;
  if (value instanceof Uint8Array) {
    bytes = value;
  } else {
    const digits = value.toString(16);
    bytes = Buffer.from(digits.length % 2 === 1 ? `0${digits}` : digits, 'hex');
  }
  let skip = 0;
  while (skip < bytes.length - 1 && bytes[skip] === 0) skip++;
  const minimal = bytes.subarray(skip);
  const sign = (minimal[0] ?? 0) & 0x80 ? [Uint8Array.of(0)] : [];
  return element(0x02, [...sign, minimal]);
}

export function oid(dotted: string): Uint8Array {
  const [root = 0n, second = 0n, ...arcs] = dotted.split('.').map(BigInt);
  const bytes: number[] = [];
  for (const arc of [root * 40n + second, ...arcs]) {
    const groups = [Number(arc & 0x7fn)];
    for (let rest = arc >> 7n; rest > 0n; rest >>= 7n) groups.unshift(Number(rest & 0x7fn) | 0x80);
    bytes.push(...groups);
  }
  return element(0x06, [Uint8Array.from(bytes)]);
}

/**
 * Returns the same value in DER: lengths made definite and minimal, segmented strings joined. Keys in BER files are
 * passed to TLS stacks that read only DER.
 */
export function toDer(tlv: Tlv, where: string): Uint8Array {
  const identifier = tlv.source[tlv.start] ?? 0;
  if (!tlv.constructed || (identifier & 0x1f) === 0x1f) {
    return element(identifier, [contentBytes(tlv)]);
  }
  if (tlv.tagClass === 'universal' && tlv.tag === universal.octetString) {
    return octetString(octets(tlv, where));
  }
  const parts: Uint8Array[] = [];
  for (const child of new Fields(tlv, where).rest('element')) parts.push(toDer(child, where));
  return element(identifier, parts);
}
