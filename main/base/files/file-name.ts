import { trimEnd, trimStart } from '../../../common/texts/trim.ts';

/** UTF-8 bytes: file systems allow 255, and temporary names are a little longer. */
const longest = 200;
const longestEnding = 20;
/** Device names on Windows, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
/** Name used if nothing is left. */
const fallback = 'file';

/**
 * Returns a file name that is safe on every operating system: no folder, no control or format characters (they can
 * reverse the text direction), nothing that Windows forbids, not hidden, and short.
 */
export function safeFileName(proposed: string): string {
  const last = proposed.split(/[/\\]/).at(-1) ?? '';
  const cleaned = trim(last.normalize('NFC').replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]+/gu, '-'));
  const dot = cleaned.lastIndexOf('.');
  const ending = dot > 0 ? [...cleaned.slice(dot)].slice(0, longestEnding).join('') : '';
  const stem = [...(dot > 0 ? cleaned.slice(0, dot) : cleaned)].slice(0, longest);
  while (Buffer.byteLength(stem.join('') + ending) > longest) stem.pop();
  const short = trim(stem.join('') + ending);
  const [first = ''] = short.split('.');
  if (first === '') return fallback;
  return device.test(first.trim()) ? `${fallback}-${short}` : short;
}

/** Removes leading dots, which hide a file, and trailing characters that Windows drops. */
function trim(name: string): string {
  return trimEnd(trimStart(name, /[\s.-]/), /[\s.-]/);
}
