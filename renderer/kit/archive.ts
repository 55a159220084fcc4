import { configure, type FileEntry, Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core.js';

/** The archive is damaged, encrypted where it matters, or its file list is too large. */
export class BadArchive extends Error {}

/** A file in a ZIP archive. */
export interface ArchiveEntry {
  /** Name in the archive: any text, and never a path to anything here. */
  readonly name: string;
  /** Unpacks it piece by piece. @throws BadArchive, and any error of `take` */
  read(take: (piece: Uint8Array) => void): Promise<void>;
}

const localSignature = [0x50, 0x4b, 0x03, 0x04];

/** Compressed bytes unpacked in one step: deflate expands one byte to at most about 1,032. */
const portion = 16 * 1024;

export async function isArchive(file: Blob): Promise<boolean> {
  if (file.size < 22) return false;
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return localSignature.every((byte, at) => head[at] === byte);
}

/** Maximum files in an archive; no personal export has more. */
const mostEntries = 200_000;

/**
 * Returns the files of an archive, ZIP64 included. Only listed files are ever examined, however large the archive is.
 * @param most maximum bytes of the list
 * @throws BadArchive
 */
export async function entriesOf(file: Blob, most = 64 * 1024 * 1024): Promise<ArchiveEntry[]> {
  // The page may run neither the library's workers nor its WebAssembly, and Chromium has the stream that it needs.
  configure({ useWebWorkers: false, useCompressionStream: true, chunkSize: portion });
  const entries: ArchiveEntry[] = [];
  try {
    const archive = new ZipReader(new BoundedReader(file, most), { checkSignature: true });
    for await (const entry of archive.getEntriesGenerator()) {
      if (entry.directory) continue;
      if (entries.length === mostEntries) throw new BadArchive();
      entries.push({ name: entry.filename, read: (take) => unpack(entry, take) });
    }
  } catch (cause) {
    throw new BadArchive('', { cause });
  }
  return entries;
}

/** Reads parts of the file on request, none larger than an archive's list may be. */
class BoundedReader extends Reader<Blob> {
  readonly #file: Blob;
  readonly #most: number;

  constructor(file: Blob, most: number) {
    super(file);
    this.#file = file;
    this.#most = most;
    this.size = file.size;
  }

  override async readUint8Array(start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (length > this.#most) throw new BadArchive();
    return new Uint8Array(await this.#file.slice(start, start + length).arrayBuffer());
  }
}

async function unpack(entry: FileEntry, take: (piece: Uint8Array) => void): Promise<void> {
  if (entry.encrypted) throw new BadArchive();
  let refusal: { readonly cause: unknown } | null = null;
  const sink = new WritableStream<Uint8Array>({
    write(piece) {
      try {
        take(piece);
      } catch (cause) {
        refusal = { cause };
        throw cause;
      }
    },
  });
  try {
    await entry.getData(sink);
  } catch (cause) {
    // The library wraps some errors of its sink.
    if (refusal !== null) throw (refusal as { cause: unknown }).cause;
    throw new BadArchive('', { cause });
  }
}
