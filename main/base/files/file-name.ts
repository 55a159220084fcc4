import { trimEnd, trimStart } from '../../../common/texts/trim.ts';

/** Bytes in UTF-8: file systems take 255, and a file that is being written has a few more. */
const longest = 200;
const longestEnding = 20;
/** What Windows takes for a device, whatever its ending. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
/** A name of the app's own where nothing is left. */
const fallback = 'file';

/**
 * What of a proposed name can be a file's on every operating system: no folder, no control or format
 * characters (they turn the direction of what follows), none that Windows forbids, not hidden, and
 * short.
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

/** Without what hides a file, and what Windows drops. */
function trim(name: string): string {
  return trimEnd(trimStart(name, /[\s.-]/), /[\s.-]/);
}
