import { largestFile } from '../../../../../preload/contract/chat/attachments.ts';
import type { SkippedPart } from '../../../../../preload/contract/chat/portable.ts';
import { type ArchiveEntry, BadArchive } from '../../../../kit/archive.ts';
import type { DraftFile } from './foreign/draft.ts';

/** The bytes of a conversation's file. */
export interface FoundFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Finds files by their names in an export. @param budget bytes that all of them may unpack to */
export function createSources(entries: readonly ArchiveEntry[], budget: { left: number }) {
  const byKey = new Map<string, ArchiveEntry>();
  for (const entry of entries) {
    const base = baseName(entry.name);
    // `file-AbC123-name.png` belongs to `file-AbC123`; a file of Cherry Studio is its id with an extension
    const keys = [
      entry.name,
      base,
      base.replace(/\.[^.]*$/, ''),
      /^file[-_][A-Za-z0-9]+/.exec(base)?.[0],
    ];
    for (const key of keys) if (key !== undefined && !byKey.has(key)) byKey.set(key, entry);
  }
  const find = (keys: readonly string[]): ArchiveEntry | undefined =>
    keys
      .filter((key) => key !== '')
      .map((key) => byKey.get(key))
      .find((entry) => entry !== undefined);

  async function unpacked(
    entry: ArchiveEntry,
  ): Promise<Uint8Array<ArrayBuffer> | SkippedPart['reason']> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    try {
      await entry.read((piece) => {
        size += piece.length;
        budget.left -= piece.length;
        if (size > largestFile || budget.left < 0) throw new TooLarge();
        pieces.push(new Uint8Array(piece));
      });
    } catch (error) {
      if (error instanceof TooLarge) return 'too-large';
      if (error instanceof BadArchive) return 'unreadable';
      throw error;
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
  }

  return {
    /** Position of the file in the archive; the same for every reference to it. */
    entryOf: find,
    async bytesOf(file: DraftFile): Promise<FoundFile | SkippedPart['reason']> {
      if (file.from === 'text') {
        return { name: cleanName(file.name), bytes: new TextEncoder().encode(file.text) };
      }
      if (file.from === 'data') return fromAddress(file.name, file.address);
      const entry = find(file.keys);
      if (entry === undefined) return 'not-in-file';
      const bytes = await unpacked(entry);
      const named = /\.\w{1,8}$/.test(file.name) ? file.name : baseName(entry.name);
      return typeof bytes === 'string' ? bytes : { name: cleanName(named), bytes };
    },
    unpacked,
  };
}

class TooLarge extends Error {}

function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? '';
}

/** Returns a display name: short, without a folder or direction controls. It is never used as a path. */
export function cleanName(name: string): string {
  const plain = baseName(name)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return [...plain].slice(-200).join('') || 'file';
}

function fromAddress(name: string, address: string): FoundFile | SkippedPart['reason'] {
  const comma = address.indexOf(',');
  const head = address.slice(0, Math.min(comma, 200));
  if (comma < 0 || !head.endsWith(';base64')) return 'unreadable';
  if (address.length > largestFile * 1.34) return 'too-large';
  const bytes = fromBase64(address.slice(comma + 1));
  if (bytes === null) return 'unreadable';
  const ending = /^data:image\/(\w{2,5})/.exec(head)?.[1];
  const named = ending === undefined || /\.\w{1,8}$/.test(name) ? name : `${name}.${ending}`;
  return { name: cleanName(named), bytes };
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
