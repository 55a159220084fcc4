import { isReadable } from '../../../common/texts/file-kind.ts';
import { hasKana, neighbour } from './neighbours.ts';

/** A decoded text file. */
export interface DecodedText {
  readonly text: string;
  /** Name as in `TextDecoder`. */
  readonly encoding: string;
}

/** Bytes examined to distinguish encodings. */
const sample = 64 * 1024;

/**
 * Decodes a text file: by its byte order mark, else as UTF-8 if valid, else in a Japanese encoding, or a Korean or
 * Chinese one, else as Windows-1252. Null if it is not text.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const marked = markOf(bytes);
  if (marked !== null) return decoded(bytes, marked);
  if (hasEscapes(bytes)) {
    const jis = decoded(bytes, 'iso-2022-jp');
    if (jis !== null && !jis.text.includes('\x1b')) return jis;
  }
  const utf8 = decoded(bytes, 'utf-8');
  if (utf8 !== null) return utf8;
  const wide = widthOf(bytes);
  if (wide !== null) return decoded(bytes, wide);
  if (bytes.subarray(0, sample).includes(0)) return null;
  const candidates = ['shift_jis', 'euc-jp']
    .flatMap((encoding) => decoded(bytes, encoding) ?? [])
    .map((one) => ({ ...one, score: japanese(one.text) }))
    .sort((a, b) => b.score - a.score);
  const [best] = candidates;
  const isJapanese = best !== undefined && best.score > 0;
  const other = isJapanese && hasKana(best.text.slice(0, sample)) ? null : near(bytes);
  if (other !== null) return other;
  if (isJapanese) return { text: best.text, encoding: best.encoding };
  return western(bytes);
}

function near(bytes: Uint8Array): DecodedText | null {
  return neighbour((encoding) => decoded(bytes, encoding));
}

function decoded(bytes: Uint8Array, encoding: string): DecodedText | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return isReadable(text) ? { text, encoding } : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function markOf([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return null;
}

/** Whether the escapes of ISO-2022-JP occur: ESC $ @, ESC $ B, ESC ( J. Terminal colours use others. */
function hasEscapes(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1)) {
    const [b, c] = bytes.subarray(at + 1, at + 3);
    if (b === 0x24 && (c === 0x40 || c === 0x42)) return true;
    if (b === 0x28 && c === 0x4a) return true;
  }
  return false;
}

/** UTF-16 without a byte order mark: nearly every other byte of ASCII text is 0. */
function widthOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length < 4 || bytes.length % 2 === 1) return null;
  const zeros = [0, 0];
  const end = Math.min(bytes.length, sample);
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = end / 2;
  if (odd > half * 0.4 && even < half * 0.05) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.05) return 'utf-16be';
  return null;
}

/**
 * Rates how Japanese a text looks. In the wrong encoding it is full of half-width katakana and rare characters; kana
 * show the right one.
 */
function japanese(text: string): number {
  const count = (pattern: RegExp): number => text.slice(0, sample).match(pattern)?.length ?? 0;
  const kana = count(/[\u3040-\u30ff]/g);
  const kanji = count(/[\u4e00-\u9fff]/g);
  const marks = count(/[\u3000-\u3002\uff01-\uff5e]/g);
  const odd = count(/[\uff61-\uff9f\u0370-\u04ff\u2500-\u257f\ue000-\uf8ff]/g);
  return kana * 3 + kanji + marks - odd * 2;
}

/** Windows-1252 accepts every byte, so the result must consist mostly of letters. */
function western(bytes: Uint8Array): DecodedText | null {
  const read = decoded(bytes, 'windows-1252');
  if (read === null) return null;
  const text = read.text.slice(0, sample);
  const foreign = text.match(/[\u0080-\u00ff\u0152-\u2122]/g)?.length ?? 0;
  const letters = text.match(/[A-Za-z\u00c0-\u00ff]/g)?.length ?? 0;
  return foreign <= letters && foreign < text.length / 3 ? read : null;
}
