import type { FileFault } from '../../../common/texts/file-fault.ts';

/**
 * Decodes a file that a spreadsheet may have saved: UTF-8, UTF-16 by its mark or its zeros, or the Shift_JIS of a
 * Japanese Windows.
 */
export function textOf(
  bytes: Uint8Array,
): { readonly text: string } | { readonly fault: FileFault } {
  // ZIP (XLSX, ODS and Numbers) and the older XLS
  if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    return { fault: 'spreadsheet' };
  }
  for (const label of encodingsOf(bytes)) {
    try {
      const text = new TextDecoder(label, { fatal: true }).decode(bytes);
      if (!text.includes('\0')) return text.trim() === '' ? { fault: 'empty' } : { text };
    } catch {
      // another one may fit
    }
  }
  return { fault: 'encoding' };
}

function encodingsOf(bytes: Uint8Array): readonly string[] {
  if (startsWith(bytes, [0xff, 0xfe])) return ['utf-16le'];
  if (startsWith(bytes, [0xfe, 0xff])) return ['utf-16be'];
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return ['utf-8'];
  if (bytes[1] === 0 && bytes[0] !== 0) return ['utf-16le'];
  if (bytes[0] === 0 && bytes[1] !== 0) return ['utf-16be'];
  return ['utf-8', 'shift_jis'];
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);
