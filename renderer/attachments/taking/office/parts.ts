import { SaxesParser } from 'saxes';
import { type ArchiveEntry, BadArchive, entriesOf, isArchive } from '../../../kit/archive.ts';
import { RefusedDocument } from './refusal.ts';

/** Maximum unpacked bytes of a document's read parts. */
const mostUnpacked = 256 * 1024 * 1024;
/** Maximum bytes of an archive's file list. */
const longestList = 8 * 1024 * 1024;
/** Maximum nesting of elements. */
const deepest = 1_000;

/** Callbacks for reading a part. Names have no prefix, because each writer may choose its own. */
export interface Reading {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}
export type Attributes = ReadonlyMap<string, string>;

/** The files in a document's archive. */
export interface Parts {
  has(name: string): boolean;
  /** @throws RefusedDocument `document-damaged` if it is missing, not XML, or has a DTD */
  read(name: string, reading: Reading): Promise<void>;
  /** Returns the first bytes of a part as text. */
  head(name: string): Promise<string>;
}

/** @param most maximum unpacked bytes @throws RefusedDocument */
export async function openParts(file: Blob, most = mostUnpacked): Promise<Parts> {
  if (!(await isArchive(file))) throw new RefusedDocument('attachment-unsupported');
  const entries = new Map<string, ArchiveEntry>();
  try {
    for (const entry of await entriesOf(file, longestList)) entries.set(entry.name, entry);
  } catch (cause) {
    throw new RefusedDocument('document-damaged', { cause });
  }
  let left = most;

  async function pieces(name: string, take: (text: string) => void): Promise<void> {
    const entry = entries.get(name);
    if (entry === undefined) throw new RefusedDocument('document-damaged');
    let decoder: TextDecoder | null = null;
    try {
      await entry.read((piece) => {
        left -= piece.length;
        if (left < 0) throw new RefusedDocument('document-too-large');
        decoder ??= new TextDecoder(encodingOf(piece));
        take(decoder.decode(piece, { stream: true }));
      });
    } catch (cause) {
      if (cause instanceof BadArchive) throw new RefusedDocument('document-damaged', { cause });
      throw cause;
    }
  }

  return {
    has: (name) => entries.has(name),
    async read(name, reading) {
      const parser = parserOf(reading);
      await pieces(name, (text) => parser.write(text));
      parser.close();
    },
    async head(name) {
      let head = '';
      await pieces(name, (text) => {
        if (head.length < 1_000) head += text.slice(0, 1_000);
      });
      return head;
    },
  };
}

/** ECMA-376, part 2: parts are UTF-8 or UTF-16, the latter with a byte order mark. */
function encodingOf([a, b]: Uint8Array): string {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
}

function parserOf(reading: Reading) {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  const damaged = (cause?: unknown) => new RefusedDocument('document-damaged', { cause });
  parser.on('error', (cause) => {
    throw damaged(cause);
  });
  // No writer makes a DTD; refusing it refuses all entity definitions, and so every entity bomb.
  parser.on('doctype', () => {
    throw damaged();
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > deepest) throw damaged();
    const known = new Map<string, string>();
    for (const [key, value] of Object.entries(attributes)) {
      known.set(localName(key), value);
      // a sheet's `id` differs from `r:id`, which refers to it
      known.set(key, value);
    }
    reading.open?.(localName(name), known);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    reading.close?.(localName(name));
  });
  parser.on('text', (text) => reading.text?.(text));
  parser.on('cdata', (text) => reading.text?.(text));
  return parser;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** A relationship of a part (ECMA-376, part 2, 9.3): its type and the name of its target part. */
export interface Relation {
  readonly id: string;
  /** The last segment of its type's address, for example `slide`. */
  readonly type: string;
  readonly target: string;
}

/** @param of a part's name; empty for the package itself */
export async function relationsOf(parts: Parts, of: string): Promise<Relation[]> {
  const slash = of.lastIndexOf('/') + 1;
  const folder = of.slice(0, slash);
  const name = `${folder}_rels/${of.slice(slash)}.rels`;
  const found: Relation[] = [];
  if (!parts.has(name)) return found;
  await parts.read(name, {
    open(element, attributes) {
      if (element !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
      const type = attributes.get('Type') ?? '';
      found.push({
        id: attributes.get('Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolved(folder, attributes.get('Target') ?? ''),
      });
    },
  });
  return found;
}

/** RFC 3986, 5.2, as far as part names need it. */
function resolved(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
