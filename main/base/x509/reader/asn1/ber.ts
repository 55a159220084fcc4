/**
 * A bounded BER reader (X.690).
 *
 * Why not @peculiar/asn1-schema: the files come from strangers. This reader never recurses on
 * input, copies nothing, bounds depth and length before it looks further, and says at which field
 * a file is broken; asn1js builds the whole tree by recursion first, copies every value and throws
 * plain strings. PKCS#12 also needs raw slices (the MAC covers exact octets), which schemas hide.
 */
import { malformed } from '../failures.ts';

export const universal = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  oid: 6,
  utf8String: 12,
  sequence: 16,
  set: 17,
  numericString: 18,
  printableString: 19,
  teletexString: 20,
  ia5String: 22,
  utcTime: 23,
  generalizedTime: 24,
  universalString: 28,
  bmpString: 30,
} as const;

export type TagClass = 'universal' | 'application' | 'context' | 'private';
const classes: readonly TagClass[] = ['universal', 'application', 'context', 'private'];

/** PKCS#12 nests about fourteen deep in one encoding; certificates about ten. */
const maxDepth = 48;
/** Segments of segments; real writers use one level. */
const maxStringDepth = 6;

/** One element: positions inside `source`, nothing copied. */
export interface Tlv {
  readonly source: Uint8Array;
  readonly tagClass: TagClass;
  readonly tag: number;
  readonly constructed: boolean;
  readonly indefinite: boolean;
  /** Start of the identifier octets. */
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  /** First octet behind the element, end-of-contents octets included. */
  readonly end: number;
  readonly depth: number;
}

interface Header {
  readonly tagClass: TagClass;
  readonly tag: number;
  readonly constructed: boolean;
  /** undefined: indefinite. */
  readonly length: number | undefined;
  readonly contentStart: number;
}

function readHeader(source: Uint8Array, at: number, limit: number, where: string): Header {
  const first = source[at];
  if (first === undefined || at >= limit) throw malformed(where, 'truncated', at);
  let tag = first & 0x1f;
  let position = at + 1;
  if (tag === 0x1f) {
    tag = 0;
    for (let octets = 0; ; octets++) {
      const next = source[position];
      if (next === undefined || position >= limit) throw malformed(where, 'truncated', at);
      if (octets === 4) throw malformed(where, 'tag-too-long', at);
      position++;
      tag = tag * 128 + (next & 0x7f);
      if ((next & 0x80) === 0) break;
    }
  }
  const lengthOctet = source[position];
  if (lengthOctet === undefined || position >= limit) throw malformed(where, 'truncated', at);
  position++;
  let length: number | undefined = lengthOctet;
  if (lengthOctet === 0x80) {
    if ((first & 0x20) === 0) throw malformed(where, 'indefinite-primitive', at);
    length = undefined;
  } else if (lengthOctet > 0x80) {
    const octets = lengthOctet & 0x7f;
    if (octets > 8 || position + octets > limit) throw malformed(where, 'length', at);
    length = 0;
    for (let i = 0; i < octets; i++) length = length * 256 + (source[position + i] ?? 0);
    position += octets;
  }
  if (length !== undefined && length > limit - position) throw malformed(where, 'length', at);
  const tagClass = classes[first >> 6] ?? 'universal';
  return { tagClass, tag, constructed: (first & 0x20) !== 0, length, contentStart: position };
}

/** Finds the end-of-contents octets that close an indefinite length, without recursion. */
function indefiniteEnd(
  source: Uint8Array,
  from: number,
  limit: number,
  depth: number,
  where: string,
): number {
  let open = 1;
  let at = from;
  while (open > 0) {
    if (depth + open > maxDepth) throw malformed(where, 'too-deep', at);
    if (at + 2 <= limit && source[at] === 0 && source[at + 1] === 0) {
      open--;
      at += 2;
      continue;
    }
    const header = readHeader(source, at, limit, where);
    if (header.length === undefined) {
      open++;
      at = header.contentStart;
    } else {
      at = header.contentStart + header.length;
    }
  }
  return at;
}

/** Reads the element at `at`; it must end at or before `limit`. Throws a `malformed` ReaderError. */
export function readTlv(
  source: Uint8Array,
  at: number,
  limit: number,
  where: string,
  depth = 0,
): Tlv {
  if (depth > maxDepth) throw malformed(where, 'too-deep', at);
  const header = readHeader(source, at, limit, where);
  const { tagClass, tag, constructed, contentStart } = header;
  if (header.length === undefined) {
    const end = indefiniteEnd(source, contentStart, limit, depth, where);
    return {
      source,
      tagClass,
      tag,
      constructed,
      indefinite: true,
      start: at,
      contentStart,
      contentEnd: end - 2,
      end,
      depth,
    };
  }
  const end = contentStart + header.length;
  return {
    source,
    tagClass,
    tag,
    constructed,
    indefinite: false,
    start: at,
    contentStart,
    contentEnd: end,
    end,
    depth,
  };
}

/** Returns the single element in `bytes`; octets behind it are allowed only with `trailing`. */
export function readRoot(bytes: Uint8Array, where: string, trailing: 'refuse' | 'allow'): Tlv {
  const root = readTlv(bytes, 0, bytes.length, where);
  if (trailing === 'refuse' && root.end !== bytes.length) {
    throw malformed(where, 'trailing-data', root.end);
  }
  return root;
}

export function is(tlv: Tlv | undefined, tag: number, tagClass: TagClass = 'universal'): boolean {
  return tlv !== undefined && tlv.tag === tag && tlv.tagClass === tagClass;
}

/** The element's own octets, header included; a view. */
export function rawBytes(tlv: Tlv): Uint8Array {
  return tlv.source.subarray(tlv.start, tlv.end);
}

export function contentBytes(tlv: Tlv): Uint8Array {
  return tlv.source.subarray(tlv.contentStart, tlv.contentEnd);
}

/** Reads the elements of one constructed value in order, each under its field name. */
export class Fields {
  readonly where: string;
  readonly parent: Tlv;
  #at: number;

  constructor(parent: Tlv, where: string) {
    if (!parent.constructed) throw malformed(where, 'not-constructed', parent.start);
    this.parent = parent;
    this.where = where;
    this.#at = parent.contentStart;
  }

  /** A SEQUENCE (or SET) and nothing else. */
  static of(parent: Tlv, where: string, tag: number = universal.sequence): Fields {
    if (!is(parent, tag)) throw malformed(where, 'unexpected-tag', parent.start);
    return new Fields(parent, where);
  }

  get done(): boolean {
    return this.#at >= this.parent.contentEnd;
  }

  peek(name = 'next'): Tlv | undefined {
    if (this.done) return undefined;
    const { source, contentEnd, depth } = this.parent;
    return readTlv(source, this.#at, contentEnd, `${this.where}.${name}`, depth + 1);
  }

  /** The next element, whatever its tag. */
  any(name: string): Tlv {
    const tlv = this.peek(name);
    if (tlv === undefined) throw malformed(`${this.where}.${name}`, 'missing', this.#at);
    this.#at = tlv.end;
    return tlv;
  }

  /** The next element, which must have this tag. */
  take(name: string, tag: number, tagClass: TagClass = 'universal'): Tlv {
    const tlv = this.any(name);
    if (!is(tlv, tag, tagClass)) {
      throw malformed(`${this.where}.${name}`, 'unexpected-tag', tlv.start);
    }
    return tlv;
  }

  /** The next element if it has this tag. */
  optional(name: string, tag: number, tagClass: TagClass = 'universal'): Tlv | undefined {
    const tlv = this.peek(name);
    if (!is(tlv, tag, tagClass)) return undefined;
    return this.any(name);
  }

  sequence(name: string): Fields {
    return Fields.of(this.any(name), `${this.where}.${name}`);
  }

  /** Refuses elements behind the ones read so far. */
  finish(): void {
    if (!this.done) throw malformed(this.where, 'extra-element', this.#at);
  }

  /** The elements that are left. */
  *rest(name: string): Generator<Tlv> {
    while (!this.done) yield this.any(name);
  }
}

/**
 * The octets of an OCTET STRING, also when it is sent in segments (X.690, 8.7.3). `implicit` is for
 * a context tag that replaces the string's own.
 */
export function octets(tlv: Tlv, where: string, implicit = false): Uint8Array {
  if (!implicit && !is(tlv, universal.octetString)) {
    throw malformed(where, 'unexpected-tag', tlv.start);
  }
  if (!tlv.constructed) return contentBytes(tlv);
  const parts: Uint8Array[] = [];
  const open = [new Fields(tlv, where)];
  for (let fields = open.at(-1); fields !== undefined; fields = open.at(-1)) {
    if (fields.done) {
      open.pop();
      continue;
    }
    const segment = fields.take('segment', universal.octetString);
    if (!segment.constructed) parts.push(contentBytes(segment));
    else if (open.length >= maxStringDepth) throw malformed(where, 'too-deep', segment.start);
    else open.push(new Fields(segment, where));
  }
  return concat(parts);
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
