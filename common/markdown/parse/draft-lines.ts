import type { BlockParser } from './blocks.ts';
import { splitRow } from './table.ts';

/** A container's mark with the white space before its content. */
const containerMark = /([>*+-]|\d{1,9}[.)])[ \t]+/y;
/** Only marks so far, or a number: the kind of block is still ambiguous. */
const undecided: readonly RegExp[] = [
  /^[#>*+\-_=~|:` \t]*$/,
  /^\d{1,9}[.)]?$/,
  /^(?:\$\$?|\\\[?)$/,
  /^\\b[a-z]{0,4}(?:\{[A-Za-z]{0,8}\*?)?$/,
  /^\[\^[^\s\]]*\]?:?$/,
  /^(?:`{3,}|~~~)[^`]*$/,
  /^<[A-Za-z/!?]?$/,
];

function isUndecided(line: string): boolean {
  let at = line.length - line.trimStart().length;
  let last = '';
  for (;;) {
    containerMark.lastIndex = at;
    const mark = containerMark.exec(line);
    if (mark === null) break;
    last = mark[1] ?? '';
    at += mark[0].length;
  }
  const rest = line.slice(at).trimEnd();
  const isAlert = last === '>' && /^\[![A-Za-z]{0,9}\]?$/.test(rest);
  const isTask = last !== '' && last !== '>' && /^\[[ xX]?\]?$/.test(rest);
  return isTask || isAlert || undecided.some((pattern) => pattern.test(rest));
}

const fences = { '`': /^[ \t>]*`+[ \t]*$/, '~': /^[ \t>]*~+[ \t]*$/ } as const;

/**
 * Returns the lines to read for an unfinished last line: none while its kind is ambiguous, so that no mark is shown
 * only to vanish; a table's delimiter row if its header looks like one.
 */
export function draftLines(parser: BlockParser, rest: string): string[] {
  const tip = parser.openLeaf;
  if (tip.type === 'code' && tip.fence) {
    const isFence = fences[tip.fence.char === '~' ? '~' : '`'].test(rest.slice(0, 100));
    return rest === '' || isFence ? [] : [rest];
  }
  const isDecided = rest.length > 300 || !isUndecided(rest);
  const lines = isDecided && rest !== '' ? [rest] : [];
  if (tip.type === 'paragraph' || isDecided) {
    const header = lines.length > 0 ? rest : tip.type === 'paragraph' ? parser.lastLine : '';
    const bare = header.trim();
    const isContinued = tip.type === 'table' && lines.length > 0;
    const isPlain = lines.length === 0 || /^[ ]{0,3}\|/.test(rest);
    if (isPlain && !isContinued && /^\|.*[^\s|]/.test(bare) && bare.length < 2000) {
      lines.push(`|${'-|'.repeat(splitRow(bare).length)}`);
    }
  }
  return lines;
}
