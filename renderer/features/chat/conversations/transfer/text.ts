import type { SkippedPart } from '../../../../../preload/contract/chat/portable.ts';
import { type ArchiveEntry, BadArchive } from '../../../../kit/archive.ts';

export interface Bounds {
  /** Maximum unpacked bytes of a text. Beyond that, JSON would not fit into one string either. */
  readonly unpacked: number;
  /** Maximum unpacked bytes of all attached files of an archive. */
  readonly attached: number;
  /** Maximum files of conversations in an archive. */
  readonly entries: number;
  /** Maximum bytes of one piece, and of its attachments; a single conversation may be larger. */
  readonly batch: number;
  /** Maximum bytes of one conversation: the limit of one call to main. */
  readonly conversation: number;
}

const mebibyte = 1024 * 1024;
export const bounds: Bounds = {
  unpacked: 256 * mebibyte,
  attached: 8192 * mebibyte,
  entries: 10_000,
  batch: 8 * mebibyte,
  conversation: 30 * mebibyte,
};

export type Refusal = 'import-unreadable' | 'import-too-large' | 'import-database';

export class RefusedFile extends Error {
  readonly code: Refusal;
  constructor(code: Refusal) {
    super(code);
    this.code = code;
  }
}

/**
 * Returns the text of a file: UTF-8, or the encoding of its byte order mark.
 * @param damaged called once for invalid bytes; they become U+FFFD
 * @throws RefusedFile at the first byte too many, and for a damaged file
 */
export async function textIn(
  read: ArchiveEntry['read'],
  budget: { left: number },
  damaged: (left: Pick<SkippedPart, 'kind' | 'name' | 'reason'>) => void,
): Promise<string> {
  let decoders: { plain: TextDecoder; strict: TextDecoder | null } | null = null;
  let text = '';
  const check = (piece: Uint8Array | undefined) => {
    if (decoders === null || decoders.strict === null) return;
    try {
      decoders.strict.decode(piece, { stream: piece !== undefined });
    } catch {
      decoders.strict = null;
      damaged({ kind: 'part', name: decoders.plain.encoding, reason: 'unreadable' });
    }
  };
  try {
    await read((piece) => {
      budget.left -= piece.length;
      if (budget.left < 0) throw new RefusedFile('import-too-large');
      if (decoders === null) {
        const encoding = encodingOf(piece);
        const strict = new TextDecoder(encoding, { fatal: true });
        decoders = { plain: new TextDecoder(encoding), strict };
      }
      check(piece);
      text += decoders.plain.decode(piece, { stream: true });
    });
  } catch (error) {
    throw error instanceof BadArchive ? new RefusedFile('import-unreadable') : error;
  }
  check(undefined);
  const last = decoders as { plain: TextDecoder } | null;
  return last === null ? '' : text + last.plain.decode();
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

export function readWhole(file: Blob): ArchiveEntry['read'] {
  return async (take) => {
    const reader = file.stream().getReader();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) take(read.value);
    } finally {
      reader.releaseLock();
    }
  };
}
