/**
 * The used part of D-Bus messages (D-Bus Specification, "Message Protocol"): calls with texts as arguments; of received
 * messages the header, and a text or boolean at the start of the body.
 */
export interface BusCall {
  readonly name: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly texts: readonly string[];
  /** An array of object paths, before the texts. */
  readonly paths?: readonly string[];
}

export interface BusMessage {
  readonly kind: 'return' | 'error' | 'signal' | 'other';
  /** Of a return or error: the call's serial. */
  readonly replyTo: number;
  /** The sender, set by the bus. */
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  readonly body: Buffer;
}

const kinds = ['other', 'other', 'return', 'error', 'signal'] as const;
const fields = {
  path: 1,
  interface: 2,
  member: 3,
  replyTo: 5,
  destination: 6,
  sender: 7,
  signature: 8,
};
const fixedLength = 16;
/** The specification's limit, and ours: any program may send signals to any other. */
const longest = 128 * 1024 * 1024;
const longestRead = 64 * 1024;

const aligned = (at: number, to: number): number => Math.ceil(at / to) * to;

export function encodeCall(serial: number, call: BusCall): Buffer {
  const body = createWriter();
  if (call.paths !== undefined) body.list(call.paths);
  for (const text of call.texts) body.text(text);
  const header = createWriter();
  const field = (code: number, type: 'o' | 's' | 'g', value: string): void => {
    header.pad(8);
    header.bytes([code]);
    header.signature(type);
    if (type === 'g') header.signature(value);
    else header.text(value);
  };
  field(fields.path, 'o', call.path);
  field(fields.interface, 's', call.interface);
  field(fields.member, 's', call.member);
  field(fields.destination, 's', call.name);
  const signature = (call.paths === undefined ? '' : 'ao') + 's'.repeat(call.texts.length);
  if (signature !== '') field(fields.signature, 'g', signature);
  const data = body.made();
  const list = header.made();
  const whole = createWriter();
  whole.bytes([0x6c, 1, 0, 1]);
  for (const number of [data.length, serial, list.length]) whole.number(number);
  whole.bytes(list);
  whole.pad(8);
  whole.bytes(data);
  return whole.made();
}

function createWriter() {
  const parts: Uint8Array[] = [];
  let length = 0;
  const bytes = (more: Uint8Array | readonly number[]): void => {
    parts.push(Uint8Array.from(more));
    length += more.length;
  };
  const pad = (to: number): void => bytes(new Uint8Array(aligned(length, to) - length));
  const number = (value: number): void => {
    pad(4);
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    bytes(four);
  };
  const text = (value: string): void => {
    number(Buffer.byteLength(value));
    bytes(Buffer.from(`${value}\0`));
  };
  return {
    bytes,
    pad,
    number,
    text,
    list(values: readonly string[]) {
      // preceded by their length, with the same alignment
      const items = createWriter();
      for (const value of values) items.text(value);
      const all = items.made();
      number(all.length);
      bytes(all);
    },
    signature(value: string) {
      bytes([value.length]);
      bytes(Buffer.from(`${value}\0`));
    },
    made: () => Buffer.concat(parts),
  };
}

/**
 * Splits a stream into messages. Skips messages that are too long or big-endian, which no used service sends.
 * @returns accepts the next piece
 * @throws Error if the stream is malformed
 */
export function createReader(take: (message: BusMessage) => void): (piece: Buffer) => void {
  let kept: Buffer = Buffer.alloc(0);
  let passOver = 0;
  return (piece) => {
    kept = Buffer.concat([kept, piece]);
    for (;;) {
      const gone = Math.min(passOver, kept.length);
      kept = kept.subarray(gone);
      passOver -= gone;
      if (passOver > 0 || kept.length < fixedLength) return;
      const { length, isRead } = measure(kept);
      if (!isRead) {
        passOver = length;
        continue;
      }
      if (kept.length < length) return;
      // a copy, because positions count from the start of the message
      const message = decode(Buffer.from(kept.subarray(0, length)));
      kept = kept.subarray(length);
      take(message);
    }
  };
}

function measure(data: Buffer): { length: number; isRead: boolean } {
  const order = data.toString('latin1', 0, 1);
  if (order !== 'l' && order !== 'B') throw new Error('what the bus says is no message');
  const numberAt = (at: number): number =>
    order === 'l' ? data.readUInt32LE(at) : data.readUInt32BE(at);
  const length = aligned(fixedLength + numberAt(12), 8) + numberAt(4);
  if (length > longest) throw new Error('a message is longer than the bus lets any be');
  return { length, isRead: order === 'l' && length <= longestRead };
}

function decode(data: Buffer): BusMessage {
  const end = fixedLength + data.readUInt32LE(12);
  const texts = new Map<number, string>();
  let replyTo = 0;
  let at = fixedLength;
  const signature = (): string => {
    const length = data.readUInt8(at);
    at += length + 2;
    return data.toString('latin1', at - length - 1, at - 1);
  };
  while (at < end) {
    at = aligned(at, 8);
    const field = data.readUInt8(at);
    at += 1;
    const type = signature();
    if (type === 'g') texts.set(field, signature());
    else if (type === 'u') {
      at = aligned(at, 4) + 4;
      if (field === fields.replyTo) replyTo = data.readUInt32LE(at - 4);
    } else if (type === 's' || type === 'o') {
      const { text, next } = textAt(data, at);
      texts.set(field, text);
      at = next;
    } else break;
  }
  const text = (field: number): string => texts.get(field) ?? '';
  return {
    kind: kinds[data.readUInt8(1)] ?? 'other',
    replyTo,
    sender: text(fields.sender),
    path: text(fields.path),
    interface: text(fields.interface),
    member: text(fields.member),
    signature: text(fields.signature),
    body: data.subarray(aligned(end, 8)),
  };
}

function textAt(data: Buffer, from: number): { text: string; next: number } {
  const start = aligned(from, 4) + 4;
  const length = data.readUInt32LE(start - 4);
  const next = start + length + 1;
  if (next > data.length) throw new RangeError('a text goes on behind its message');
  return { text: data.toString('utf8', start, start + length), next };
}

/** Returns the text or path at the start of a body; null for anything else. */
export function firstText({ signature, body }: BusMessage): string | null {
  return /^[so]/.test(signature) ? textAt(body, 0).text : null;
}

/** Returns the boolean in a variant body; null for anything else. */
export function booleanInVariant({ signature, body }: BusMessage): boolean | null {
  if (signature !== 'v' || body.length < 8 || body.toString('latin1', 0, 3) !== '\x01b\0') {
    return null;
  }
  return body.readUInt32LE(4) === 1;
}

/** Returns the path after the list of paths at the start of a body (`aoo`); null for anything else. */
export function pathAfterList({ signature, body }: BusMessage): string | null {
  if (signature !== 'aoo' || body.length < 4) return null;
  return textAt(body, 4 + body.readUInt32LE(0)).text;
}
