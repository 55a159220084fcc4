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
  fsetstat: 10,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  stat: 17,
  rename: 18,
  status: 101,
  handle: 102,
  data: 103,
  name: 104,
  attributes: 105,
  extended: 200,
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
  /** Null: not told, or no file's size. */
  readonly size: number | null;
  readonly owner: { readonly user: number; readonly group: number } | null;
  readonly permissions: number | null;
  /** Seconds since 1970. */
  readonly changed: number | null;
}

/** The first bits of a mode tell what it is. */
export const folderType = 0o040000;
export const fileType = 0o100000;
export const linkType = 0o120000;
export const isOf = (found: Attributes | null, type: number): boolean =>
  ((found?.permissions ?? 0) & 0o170000) === type;

/** A packet is shorter than what it says is in it. */
export class CutPacket extends Error {}

/** Reads a packet from its start on. @throws CutPacket */
export class Reader {
  private at = 0;
  private readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  private pass(length: number): number {
    const from = this.at;
    if (length > this.bytes.length - from) throw new CutPacket('cut packet');
    this.at += length;
    return from;
  }
  isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }
  byte(): number {
    return this.bytes.readUInt8(this.pass(1));
  }
  number(): number {
    return this.bytes.readUInt32BE(this.pass(4));
  }
  large(): number {
    return Number(this.bytes.readBigUInt64BE(this.pass(8)));
  }
  blob(): Buffer {
    const length = this.number();
    const from = this.pass(length);
    return this.bytes.subarray(from, from + length);
  }
  text(): string {
    return this.blob().toString();
  }
  attributes(): Attributes {
    const flags = this.number();
    const size = (flags & 1) === 0 ? null : this.large();
    const owner = (flags & 2) === 0 ? null : { user: this.number(), group: this.number() };
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
    return { size: Number.isSafeInteger(size) ? size : null, owner, permissions, changed };
  }
}
