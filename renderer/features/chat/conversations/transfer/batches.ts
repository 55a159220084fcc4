import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import {
  type PortableConversation,
  portableFormat,
  type SkippedPart,
} from '../../../../../preload/contract/chat/portable.ts';
import { type ArchiveEntry, BadArchive, entriesOf, isArchive } from '../../../../kit/archive.ts';
import { draftsOf, portableOf } from './foreign/index.ts';
import { fieldsOf } from './foreign/values.ts';
import { neededFiles, ownConversation } from './own.ts';
import { type Top, topOf } from './salvage.ts';
import { createSources, type FoundFile, fromBase64 } from './sources.ts';
import { type Bounds, bounds, RefusedFile, readWhole, textIn } from './text.ts';

export { type Bounds, bounds, type Refusal, RefusedFile } from './text.ts';

/** Conversations in the app's own format, without their attachments. */
export interface Batch {
  readonly kind: 'batch';
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of conversations in it. */
  readonly count: number;
}

/** A file attached to conversations in the app's own format. */
export interface AttachedFile {
  readonly kind: 'attached';
  /** Hash that the file claims. */
  readonly hash: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Reading {
  /** Attaches a file of another program's conversation, or returns the reason for leaving it out. */
  readonly attach: (file: FoundFile) => Promise<Attachment | SkippedPart['reason']>;
  /** Called for everything left out. */
  readonly note: (left: SkippedPart) => void;
  readonly now: string;
}

/**
 * File names of conversations: ChatGPT has one or several with numbers, Claude one, a backup of Cherry Studio its own.
 */
const wanted = /(?:^|\/)(?:conversations(?:-\d{1,9})?|data)\.json$/;

/**
 * Yields the parts of a file: attachments before the conversations that need them. Reads JSON, or an archive with JSON
 * in it, of this app or of another, within bounds: only wanted files of an archive are unpacked, in a stream that stops
 * at the first byte too many. Unreadable parts are noted, and the rest is imported.
 * @throws RefusedFile if nothing can be read
 */
export async function* batchesOf(
  file: Blob,
  reading: Reading,
  limits: Bounds = bounds,
): AsyncGenerator<Batch | AttachedFile, void, void> {
  const entries = (await isArchive(file)) ? await listed(file) : null;
  if (entries === null && (await isDatabase(file))) throw new RefusedFile('import-database');
  const texts = entries === null ? [{ name: '', read: readWhole(file) }] : chosen(entries);
  if (texts.length === 0) throw new RefusedFile('import-unreadable');
  if (texts.length > limits.entries) throw new RefusedFile('import-too-large');
  const budget = { left: limits.unpacked };
  const sources = createSources(entries ?? [], { left: limits.attached });
  const packing = createPacking(limits);
  let known = false;
  for (const { name, read } of texts) {
    const top = topOf(
      await textIn(read, budget, (damage) => reading.note({ ...inFile(name), ...damage })),
    );
    if (top === null || top.list.length === 0) {
      if (texts.length === 1) throw new RefusedFile('import-unreadable');
      reading.note({ ...inFile(name), reason: 'unreadable' });
      continue;
    }
    if (top.spoilt > 0) reading.note({ ...inFile(name), reason: 'cut' });
    for await (const part of partsOf(top, { ...reading, sources })) {
      known = true;
      if (part.kind === 'attached') yield part;
      else {
        const full = packing.add(part.conversation, part.size, reading.note);
        if (full !== null) yield full;
      }
    }
  }
  const last = packing.rest();
  if (last !== null) yield last;
  if (!known) throw new RefusedFile('import-unreadable');
}

const inFile = (name: string) => ({ conversation: '', kind: 'file', name }) as const;

async function listed(file: Blob): Promise<ArchiveEntry[]> {
  try {
    return await entriesOf(file);
  } catch (error) {
    if (error instanceof BadArchive) throw new RefusedFile('import-unreadable');
    throw error;
  }
}

/** Storage of Cherry Studio from version 1.7 on: a database, or the files of a browser's storage. */
const database = /\.(?:sqlite3?|db)$|(?:^|\/)(?:IndexedDB|Local Storage)\//i;

/** SQLite's database file format, 1.3. */
async function isDatabase(file: Blob): Promise<boolean> {
  return (await file.slice(0, 15).text()) === 'SQLite format 3';
}

/** A hand-made archive of exports has them under any name. */
function chosen(entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  const named = entries.filter(({ name }) => wanted.test(name));
  if (named.length === 0 && entries.some(({ name }) => database.test(name))) {
    throw new RefusedFile('import-database');
  }
  return named.length > 0 ? named : entries.filter(({ name }) => /\.json$/i.test(name));
}

type Sources = ReturnType<typeof createSources>;
type Part =
  | AttachedFile
  | {
      readonly kind: 'conversation';
      readonly conversation: PortableConversation;
      readonly size: number;
    };

/** `size` is the size of a conversation's attachments, bytes: main holds them until the conversation arrives. */
async function* partsOf(
  top: Top,
  reading: Reading & { readonly sources: Sources },
): AsyncGenerator<Part, void, void> {
  if (top.own !== null) {
    if (top.own.version !== 1) throw new RefusedFile('import-unreadable');
    yield* ownParts(top, reading);
    return;
  }
  const { note, now } = reading;
  const attached = new Map<ArchiveEntry, Attachment | SkippedPart['reason']>();
  let size = 0;
  const { attach, sources } = reading;
  for (const [at, value] of top.list.entries()) {
    const place = {
      conversation: titleIn(value),
      kind: 'conversation',
      name: `#${at + 1}`,
    } as const;
    const drafts = unlessTooDeep(() => draftsOf(value));
    if (drafts === null) note({ ...place, reason: 'unreadable' });
    for (const draft of drafts ?? []) {
      size = 0;
      const read = await portableOf(draft, now, async (file) => {
        const entry = file.from === 'archive' ? sources.entryOf(file.keys) : undefined;
        const before = entry === undefined ? undefined : attached.get(entry);
        if (before !== undefined) return before;
        const found = await sources.bytesOf(file);
        const taken = typeof found === 'string' ? found : await attach(found);
        if (typeof found !== 'string') size += found.bytes.length;
        if (entry !== undefined) attached.set(entry, taken);
        return taken;
      });
      for (const left of read.skipped) note(left);
      if (read.conversation !== null) {
        yield { kind: 'conversation', conversation: read.conversation, size };
      }
    }
  }
}

async function* ownParts(
  { list, own }: Top,
  { note, sources }: Reading & { readonly sources: Sources },
): AsyncGenerator<Part, void, void> {
  const files = fieldsOf(own?.files) ?? {};
  const sent = new Set<string>();
  for (const value of list) {
    const { conversation, skipped } = ownConversation(value);
    for (const left of skipped) note(left);
    if (conversation === null) continue;
    let size = 0;
    for (const [hash, { name }] of neededFiles(conversation)) {
      if (sent.has(hash)) continue;
      sent.add(hash);
      const text = files[hash];
      const entry = sources.entryOf([hash]);
      const bytes =
        typeof text === 'string'
          ? (fromBase64(text) ?? 'unreadable')
          : entry === undefined
            ? 'not-in-file'
            : await sources.unpacked(entry);
      if (typeof bytes === 'string') {
        note({ conversation: conversation.title, kind: 'file', name, reason: bytes });
      } else {
        size += bytes.length;
        yield { kind: 'attached', hash, bytes };
      }
    }
    yield { kind: 'conversation', conversation, size };
  }
}

function titleIn(value: unknown): string {
  const fields = fieldsOf(value);
  const title = fields?.title ?? fields?.name;
  return typeof title === 'string' ? title.slice(0, 1000) : '';
}

function unlessTooDeep<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Groups conversations until they, or their attachments, fill one call. */
function createPacking(limits: Bounds) {
  const encoder = new TextEncoder();
  let pieces: string[] = [];
  let [size, attached] = [0, 0];
  const rest = (): Batch | null => {
    if (pieces.length === 0) return null;
    const head = JSON.stringify({ format: portableFormat, version: 1, conversations: [] });
    const bytes = encoder.encode(`${head.slice(0, -2)}${pieces.join(',')}]}`);
    const batch = { kind: 'batch', bytes, count: pieces.length } as const;
    pieces = [];
    [size, attached] = [0, 0];
    return batch;
  };
  return {
    rest,
    add(conversation: PortableConversation, files: number, note: Reading['note']): Batch | null {
      const { title } = conversation;
      const piece = JSON.stringify(conversation);
      const length = encoder.encode(piece).length;
      if (length > limits.conversation) {
        note({ conversation: title, kind: 'conversation', name: title, reason: 'too-large' });
        return null;
      }
      const full = size + length > limits.batch || attached + files > limits.batch ? rest() : null;
      pieces.push(piece);
      size += length;
      attached += files;
      return full;
    },
  };
}
