/** A file in a ZIP archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** 0 stored, 8 deflated; others are not read. */
  readonly method: number;
  /** Where its bytes lie in the archive. */
  readonly start: number;
  readonly compressedSize: number;
}

/** The archive is damaged, encrypted where it matters, or larger than is read. */
export class BadArchive extends Error {}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const locatorSignature = 0x07064b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
/** The end record and the longest comment that may follow it. */
const tail = 22 + 0xffff;
const unknown32 = 0xffffffff;

export async function isArchive(file: Blob): Promise<boolean> {
  if (file.size < 22) return false;
  return (await view(file, 0, 4)).getUint32(0, true) === localSignature;
}

/**
 * The list of files at an archive's end (APPNOTE.TXT 4.3.12 to 4.3.16), ZIP64 included. Only what it
 * names is ever looked at, however large the archive is.
 * @param most bytes of the list that are read
 * @throws BadArchive
 */
export async function entriesOf(
  file: Blob,
  wanted: (name: string) => boolean,
  most = 64 * 1024 * 1024,
): Promise<ArchiveEntry[]> {
  const { offset, size } = await directoryOf(file);
  if (size > most || offset + size > file.size) throw new BadArchive();
  const list = await view(file, offset, size);
  const entries: ArchiveEntry[] = [];
  for (let at = 0; at + 46 <= size; ) {
    if (list.getUint32(at, true) !== entrySignature) break;
    const nameLength = list.getUint16(at + 28, true);
    const extraLength = list.getUint16(at + 30, true);
    const next = at + 46 + nameLength + extraLength + list.getUint16(at + 32, true);
    if (next > size) throw new BadArchive();
    const name = new TextDecoder().decode(bytesOf(list, at + 46, nameLength));
    if (wanted(name)) {
      const isEncrypted = (list.getUint16(at + 8, true) & 1) === 1;
      if (isEncrypted) throw new BadArchive();
      const place = placeOf(list, at, nameLength, extraLength);
      const local = await view(file, place.offset, 30);
      if (local.getUint32(0, true) !== localSignature) throw new BadArchive();
      const start = place.offset + 30 + local.getUint16(26, true) + local.getUint16(28, true);
      if (start + place.compressedSize > file.size) throw new BadArchive();
      const method = list.getUint16(at + 10, true);
      entries.push({ name, method, start, compressedSize: place.compressedSize });
    }
    at = next;
  }
  return entries;
}

async function directoryOf(file: Blob): Promise<{ offset: number; size: number }> {
  const from = Math.max(0, file.size - tail);
  const last = await view(file, from, file.size - from);
  let at = last.byteLength - 22;
  while (at >= 0 && last.getUint32(at, true) !== endSignature) at -= 1;
  if (at < 0) throw new BadArchive();
  const size = last.getUint32(at + 12, true);
  const offset = last.getUint32(at + 16, true);
  if (size !== unknown32 && offset !== unknown32) return { offset, size };
  const locator = at - 20;
  if (locator < 0 || last.getUint32(locator, true) !== locatorSignature) throw new BadArchive();
  const end = await view(file, number64(last, locator + 8), 56);
  if (end.getUint32(0, true) !== end64Signature) throw new BadArchive();
  return { size: number64(end, 40), offset: number64(end, 48) };
}

/** Sizes and offset of an entry; those beyond 4 GB stand in the ZIP64 field, in this order. */
function placeOf(list: DataView, at: number, nameLength: number, extraLength: number) {
  let compressedSize = list.getUint32(at + 20, true);
  let offset = list.getUint32(at + 42, true);
  const size = list.getUint32(at + 24, true);
  const begin = at + 46 + nameLength;
  for (let field = begin; field + 4 <= begin + extraLength; ) {
    const length = list.getUint16(field + 2, true);
    if (list.getUint16(field, true) === 1) {
      let place = field + 4;
      const take = (value: number): number => {
        if (value !== unknown32) return value;
        if (place + 8 > field + 4 + length) throw new BadArchive();
        place += 8;
        return number64(list, place - 8);
      };
      take(size);
      compressedSize = take(compressedSize);
      offset = take(offset);
      break;
    }
    field += 4 + length;
  }
  return { compressedSize, offset };
}

function number64(from: DataView, at: number): number {
  if (at + 8 > from.byteLength) throw new BadArchive();
  const value = from.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new BadArchive();
  return Number(value);
}

function bytesOf(from: DataView, at: number, length: number): Uint8Array {
  return new Uint8Array(from.buffer, from.byteOffset + at, length);
}

async function view(file: Blob, start: number, length: number): Promise<DataView> {
  const buffer = await file.slice(start, start + length).arrayBuffer();
  if (buffer.byteLength < length) throw new BadArchive();
  return new DataView(buffer);
}
