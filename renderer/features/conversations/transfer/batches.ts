import { parseJson } from '../../../../preload/contract/json.ts';
import { type ArchiveEntry, BadArchive, entriesOf, isArchive } from './archive.ts';

/** A piece of a file of conversations that is a file of the same kind. */
export interface Batch {
  readonly kind: 'batch';
  readonly bytes: Uint8Array;
  /** Conversations in it. */
  readonly count: number;
}

/** A file that was attached to conversations of a file of ours. */
export interface AttachedFile {
  readonly kind: 'attached';
  /** What the file says its hash is. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

export interface Bounds {
  /** Bytes of text that a file may unpack to. Beyond it, JSON would not fit into one string either. */
  readonly unpacked: number;
  /** Files of conversations in an archive. */
  readonly entries: number;
  /** Bytes of one piece; a single conversation may be larger. */
  readonly batch: number;
  /** Bytes of one conversation: what one call to main can carry. */
  readonly conversation: number;
}

const mebibyte = 1024 * 1024;
export const bounds: Bounds = {
  unpacked: 256 * mebibyte,
  entries: 10_000,
  batch: 8 * mebibyte,
  conversation: 30 * mebibyte,
};

export type Refusal = 'import-unreadable' | 'import-too-large';

export class RefusedFile extends Error {
  readonly code: Refusal;
  constructor(code: Refusal) {
    super(code);
    this.code = code;
  }
}

/** ChatGPT's archive holds one file of conversations, or several with numbers. */
const wanted = /(?:^|\/)conversations(?:-\d+)?\.json$/;

/**
 * The parts of a file: what is attached first, conversations after it. Reads a JSON file, or the JSON files of conversations in a ChatGPT archive, within bounds: of an
 * archive only what is wanted is unpacked, as it comes, and left at the first byte too many.
 * @throws RefusedFile
 */
export async function* batchesOf(
  file: Blob,
  limits: Bounds = bounds,
): AsyncGenerator<Batch | AttachedFile, void, void> {
  const budget = { left: limits.unpacked };
  if (!(await isArchive(file))) {
    yield* split(await textOf((take) => readWhole(file, take), budget), limits);
    return;
  }
  const entries = await listed(file);
  if (entries.length === 0) throw new RefusedFile('import-unreadable');
  if (entries.length > limits.entries) throw new RefusedFile('import-too-large');
  for (const entry of entries) yield* split(await textOf(entry.read, budget), limits);
}

async function listed(file: Blob): Promise<ArchiveEntry[]> {
  try {
    return await entriesOf(file, (name) => wanted.test(name));
  } catch (error) {
    if (error instanceof BadArchive) throw new RefusedFile('import-unreadable');
    throw error;
  }
}

/** @throws RefusedFile at the first byte too many, and where the file is damaged */
async function textOf(read: ArchiveEntry['read'], budget: { left: number }): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    await read((piece) => {
      budget.left -= piece.length;
      if (budget.left < 0) throw new RefusedFile('import-too-large');
      text += decoder.decode(piece, { stream: true });
    });
  } catch (error) {
    throw error instanceof BadArchive ? new RefusedFile('import-unreadable') : error;
  }
  return text + decoder.decode();
}

async function readWhole(file: Blob, take: (piece: Uint8Array) => void): Promise<void> {
  const reader = file.stream().getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) take(read.value);
  } finally {
    reader.releaseLock();
  }
}

interface OwnFile {
  readonly format: unknown;
  readonly version?: unknown;
  readonly conversations: readonly unknown[];
  readonly files?: unknown;
}

function isOwn(value: unknown): value is OwnFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    'conversations' in value &&
    Array.isArray(value.conversations)
  );
}

function* split(text: string, limits: Bounds): Generator<Batch | AttachedFile, void, void> {
  const value = parsed(text);
  const own = isOwn(value) ? value : null;
  const list: readonly unknown[] = own?.conversations ?? (Array.isArray(value) ? value : [value]);
  if (list.length === 0) throw new RefusedFile('import-unreadable');
  if (own !== null) yield* attachedFiles(own);
  const encoder = new TextEncoder();
  const head = { format: own?.format, version: own?.version, conversations: [] };
  const [open, close] = own === null ? ['[', ']'] : [JSON.stringify(head).slice(0, -2), ']}'];
  let pieces: string[] = [];
  let size = 0;
  const batch = (): Batch => ({
    kind: 'batch',
    bytes: encoder.encode(`${open}${pieces.join(',')}${close}`),
    count: pieces.length,
  });
  for (const one of list) {
    const piece = JSON.stringify(one);
    const length = encoder.encode(piece).length;
    if (length > limits.conversation) throw new RefusedFile('import-too-large');
    if (pieces.length > 0 && size + length > limits.batch) {
      yield batch();
      pieces = [];
      size = 0;
    }
    pieces.push(piece);
    size += length;
  }
  if (pieces.length > 0) yield batch();
}

function* attachedFiles({ files = {} }: OwnFile): Generator<AttachedFile, void, void> {
  if (typeof files !== 'object' || files === null) throw new RefusedFile('import-unreadable');
  for (const [hash, text] of Object.entries(files)) {
    if (typeof text !== 'string') throw new RefusedFile('import-unreadable');
    yield { kind: 'attached', hash, bytes: fromBase64(text) };
  }
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new RefusedFile('import-unreadable');
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new RefusedFile('import-unreadable');
  }
}
