/** Kinds of packets of SFTP version 3 (draft-ietf-secsh-filexfer-02). */
export const kinds = {
  init: 1,
  version: 2,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  rename: 18,
  status: 101,
  handle: 102,
  data: 103,
  name: 104,
  attributes: 105,
} as const;

/** A packet's content, a number in four or eight bytes, or bytes with their length before them. */
type Part = { readonly u32: number } | { readonly u64: number } | string | Uint8Array;

export const u32 = (value: number): Part => ({ u32: value });
export const u64 = (value: number): Part => ({ u64: value });

export function packet(kind: number, parts: readonly Part[]): Buffer {
  const body = Buffer.concat([Buffer.from([kind]), ...parts.map(bytesOf)]);
  return Buffer.concat([number32(body.length), body]);
}

function bytesOf(part: Part): Buffer {
  if (typeof part === 'string') return bytesOf(Buffer.from(part));
  if (part instanceof Uint8Array) return Buffer.concat([number32(part.length), part]);
  if ('u32' in part) return number32(part.u32);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(part.u64));
  return bytes;
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export interface Attributes {
  readonly size: number | null;
  readonly permissions: number | null;
  /** Seconds since 1970. */
  readonly changed: number | null;
}

/** Reads a packet from its start on. @throws RangeError where it is too short */
export class Reader {
  private at = 0;
  private readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  byte(): number {
    this.at += 1;
    return this.bytes.readUInt8(this.at - 1);
  }
  number(): number {
    this.at += 4;
    return this.bytes.readUInt32BE(this.at - 4);
  }
  large(): number {
    this.at += 8;
    return Number(this.bytes.readBigUInt64BE(this.at - 8));
  }
  blob(): Buffer {
    const length = this.number();
    if (length > this.bytes.length - this.at) throw new RangeError('cut packet');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
  text(): string {
    return this.blob().toString();
  }
  attributes(): Attributes {
    const flags = this.number();
    const size = (flags & 1) === 0 ? null : this.large();
    if ((flags & 2) !== 0) this.at += 8;
    const permissions = (flags & 4) === 0 ? null : this.number();
    let changed: number | null = null;
    if ((flags & 8) !== 0) {
      this.number();
      changed = this.number();
    }
    // The top bit of the flags.
    if (flags >= 0x8000_0000) {
      for (let left = this.number(); left > 0; left -= 1) {
        this.blob();
        this.blob();
      }
    }
    return { size, permissions, changed };
  }
}
