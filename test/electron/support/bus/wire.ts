/**
 * D-Bus values as bytes (D-Bus Specification, "Marshaling"), little-endian. A dictionary is a Map, `ay` a Buffer; a
 * variant is written as `variant(…)` and read as the value in it.
 */
export interface Variant {
  readonly signature: string;
  readonly value: unknown;
}

export const variant = (signature: string, value: unknown): Variant => ({ signature, value });

const sizes: Readonly<Record<string, number>> = {
  ...{ y: 1, g: 1, v: 1, n: 2, q: 2 },
  ...{ b: 4, i: 4, u: 4, s: 4, o: 4, a: 4, h: 4 },
  ...{ x: 8, t: 8, d: 8, '(': 8, '{': 8 },
};

const alignmentOf = (type: string): number => sizes[type[0] ?? ''] ?? 1;
const aligned = (at: number, to: number): number => Math.ceil(at / to) * to;

/** The complete types of a signature: `sa{sv}(ii)` has three. */
function typesOf(signature: string): string[] {
  const types: string[] = [];
  let from = 0;
  let depth = 0;
  for (const [at, letter] of [...signature].entries()) {
    if (letter === '(' || letter === '{') depth++;
    if (letter === ')' || letter === '}') depth--;
    if (letter === 'a' || depth > 0) continue;
    types.push(signature.slice(from, at + 1));
    from = at + 1;
  }
  return types;
}

/** @returns the values one after the other, as they lie at a place that is a multiple of 8 */
export function encode(signature: string, values: readonly unknown[]): Buffer {
  const bytes: number[] = [];
  const pad = (to: number): void => {
    while (bytes.length % to !== 0) bytes.push(0);
  };
  const number = (size: number, write: (buffer: Buffer) => void): void => {
    const buffer = Buffer.alloc(size);
    write(buffer);
    bytes.push(...buffer);
  };

  function put(type: string, value: unknown): void {
    pad(alignmentOf(type));
    const inner = type.slice(1);
    switch (type[0]) {
      case 'y':
        bytes.push(Number(value));
        break;
      case 'b':
      case 'u':
        number(4, (buffer) => buffer.writeUInt32LE(Number(value)));
        break;
      case 'i':
        number(4, (buffer) => buffer.writeInt32LE(Number(value)));
        break;
      case 's':
      case 'o':
        number(4, (buffer) => buffer.writeUInt32LE(Buffer.byteLength(String(value))));
        // long texts have more bytes than a call has arguments
        for (const byte of Buffer.from(`${value}\0`)) bytes.push(byte);
        break;
      case 'g':
        bytes.push(String(value).length, ...Buffer.from(String(value)), 0);
        break;
      case 'v': {
        const { signature, value: held } = value as Variant;
        put('g', signature);
        put(signature, held);
        break;
      }
      case 'a': {
        const lengthAt = bytes.length;
        number(4, () => undefined);
        pad(alignmentOf(inner));
        const from = bytes.length;
        for (const one of value as Iterable<unknown>) put(inner, one);
        const length = Buffer.alloc(4);
        length.writeUInt32LE(bytes.length - from);
        bytes.splice(lengthAt, 4, ...length);
        break;
      }
      case '(':
      case '{':
        for (const [at, part] of typesOf(type.slice(1, -1)).entries()) {
          put(part, (value as readonly unknown[])[at]);
        }
        break;
      default:
        throw new Error(`${type} is not written here`);
    }
  }

  for (const [at, type] of typesOf(signature).entries()) put(type, values[at]);
  return Buffer.from(bytes);
}

/** @param data begins at a place that is a multiple of 8 */
export function decode(signature: string, data: Buffer): unknown[] {
  let at = 0;
  const take = (size: number): number => {
    at = aligned(at, size) + size;
    return at - size;
  };
  const text = (length: number): string => {
    const from = at;
    at += length + 1;
    return data.toString('utf8', from, from + length);
  };

  function get(type: string): unknown {
    const inner = type.slice(1);
    switch (type[0]) {
      case 'y':
        return data.readUInt8(take(1));
      case 'b':
        return data.readUInt32LE(take(4)) === 1;
      case 'n':
        return data.readInt16LE(take(2));
      case 'q':
        return data.readUInt16LE(take(2));
      case 'u':
      case 'h':
        return data.readUInt32LE(take(4));
      case 'i':
        return data.readInt32LE(take(4));
      case 'x':
        return data.readBigInt64LE(take(8));
      case 't':
        return data.readBigUInt64LE(take(8));
      case 'd':
        return data.readDoubleLE(take(8));
      case 's':
      case 'o':
        return text(data.readUInt32LE(take(4)));
      case 'g':
        return text(data.readUInt8(take(1)));
      case 'v':
        return get(String(get('g')));
      case 'a': {
        const length = data.readUInt32LE(take(4));
        at = aligned(at, alignmentOf(inner));
        const end = at + length;
        if (inner === 'y') {
          at = end;
          return data.subarray(end - length, end);
        }
        const list: unknown[] = [];
        while (at < end) list.push(get(inner));
        return inner.startsWith('{') ? new Map(list as [unknown, unknown][]) : list;
      }
      case '(':
      case '{':
        at = aligned(at, 8);
        return typesOf(type.slice(1, -1)).map(get);
      default:
        throw new Error(`${type} is not read here`);
    }
  }

  return typesOf(signature).map(get);
}
