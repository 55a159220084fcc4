import { maxReach } from './inline.ts';
import type { Next } from './reader.ts';

export interface InlineMath {
  readonly tex: string;
  readonly end: number;
  readonly display: boolean;
}

/** Search distance of a single dollar sign for its partner: amounts of money are more common than long formulas. */
const dollarReach = 1000;

/**
 * Reads math at a dollar sign: `$…$` with no space inside its dollars and no digit after the second (so that "$5 and
 * $10" is money), or `$$…$$`.
 */
export function readDollarMath(text: string, at: number, to: number): InlineMath | null {
  const isDisplay = text.charAt(at + 1) === '$';
  const width = isDisplay ? 2 : 1;
  const start = at + width;
  if (!isDisplay && /[\s$]/.test(text.charAt(start))) return null;
  const limit = Math.min(to, at + (isDisplay ? maxReach : dollarReach));
  for (let end = start; end < limit; end += 1) {
    const char = text.charAt(end);
    if (char === '\\') end += 1;
    else if (char === '$') {
      const tex = text.slice(start, end);
      if (isDisplay) {
        if (text.charAt(end + 1) !== '$' || end + 2 > to) continue;
        return tex.trim() === '' ? null : { tex, end: end + 2, display: true };
      }
      if (/\s$/.test(tex) || (end + 1 < to && /[0-9$]/.test(text.charAt(end + 1)))) return null;
      return { tex, end: end + 1, display: false };
    }
  }
  return null;
}

const letter = /[\p{L}\p{N}]/gu;

/** Reads math between `\(` and `\)`, or `\[` and `\]`. A backslashed link (`\[text\](address)`) is none. */
export function readBackslashMath(
  text: string,
  at: number,
  to: number,
  next: Next,
): InlineMath | null {
  const display = text.charAt(at + 1) === '[';
  const end = next(display ? '\\]' : '\\)', at + 2);
  if (end + 2 > Math.min(to, at + maxReach)) return null;
  if (display && /[([:]/.test(text.charAt(end + 2))) return null;
  if (next(letter, at + 2) >= end) return null;
  return { tex: text.slice(at + 2, end), end: end + 2, display };
}

/** Returns how far a dollar sign without a partner may still find one. */
export function dollarPending(text: string, at: number): number {
  if (text.charAt(at + 1) === '$') return maxReach;
  return /[ \t\n]/.test(text.charAt(at + 1)) ? 0 : dollarReach;
}
