import { isMarkdown } from '../info-string.ts';
import { type Block, type ListKind, normaliseLabel } from './block.ts';
import { htmlBlockKind } from './html.ts';
import { limits } from './limits.ts';
import type { OpenBlocks } from './open-blocks.ts';
import { readAlignment, splitRow } from './table.ts';
import { unescapeText } from './text/characters.ts';

/** Result of a line's start: a container (more may begin in it), a leaf, or nothing. */
export type Started = 'container' | 'leaf' | null;

const maySpecial = /[#`~*+_=<>0-9\-$\\[|:]/;

export function startBlock(parser: OpenBlocks, container: Block): Started {
  const { cursor } = parser;
  if (cursor.indented) return startIndentedCode(parser);
  const first = cursor.line.charAt(cursor.nextNonspace);
  if (!maySpecial.test(first)) return null;
  const rest = cursor.line.slice(cursor.nextNonspace);
  const mayNest = hasRoom(container);
  const started =
    (mayNest ? startQuote(parser, first) : null) ??
    startHeading(parser, rest, first) ??
    startFence(parser, rest, first) ??
    startHtml(parser, rest, first, container) ??
    startSetext(parser, rest, first, container) ??
    startTable(parser, rest, container) ??
    startRule(parser, rest, first) ??
    (mayNest ? (startItem(parser, rest, container) ?? startNote(parser, rest, first)) : null) ??
    startMath(parser, rest);
  if (!mayNest && started === null && /^(?:>|\[\^|[*+-][ \t]|\d{1,9}[.)][ \t])/.test(rest)) {
    parser.excess.add('nesting');
  }
  return started;
}

/** Returns whether a list with its item is within the nesting limit. */
function hasRoom({ type, depth }: Block): boolean {
  return (type === 'list' ? depth - 1 : depth) + 2 <= limits.containers;
}

function startIndentedCode(parser: OpenBlocks): Started {
  const { cursor } = parser;
  if (parser.tip.type === 'paragraph' || cursor.blank) return null;
  cursor.advanceColumns(4);
  parser.closeUnmatched();
  parser.add({ type: 'code' });
  return 'leaf';
}

function startQuote(parser: OpenBlocks, first: string): Started {
  if (first !== '>') return null;
  const { cursor } = parser;
  cursor.skipSpace();
  cursor.advance(1);
  if (cursor.atSpace) cursor.advanceColumns(1);
  parser.closeUnmatched();
  parser.add({ type: 'quote' });
  return 'container';
}

function startHeading(parser: OpenBlocks, rest: string, first: string): Started {
  const marker = first === '#' ? /^#{1,6}(?=[ \t]|$)/.exec(rest)?.[0] : undefined;
  if (marker === undefined) return null;
  parser.closeUnmatched();
  const heading = parser.add({ type: 'heading', level: marker.length });
  heading.text = headingText(rest.slice(marker.length).trim());
  return end(parser);
}

/** Removes the trailing `#`, which must follow a space unless there is nothing else. */
function headingText(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '#') end -= 1;
  const isClosing = end === 0 || /[ \t]/.test(text.charAt(end - 1));
  return isClosing ? text.slice(0, end).trimEnd() : text;
}

/** Maximum characters of an info string, whose first word is the language. */
const longestInfo = 200;

function startFence(parser: OpenBlocks, rest: string, first: string): Started {
  if (first !== '`' && first !== '~') return null;
  let length = 1;
  while (rest.charAt(length) === first) length += 1;
  if (length < 3 || (first === '`' && rest.includes('`', length))) return null;
  const indent = parser.cursor.indent;
  const info = unescapeText(rest.slice(length).trim().slice(0, longestInfo));
  const nests = parser.line < parser.plainFrom && isMarkdown(info);
  parser.closeUnmatched();
  parser.add({
    type: 'code',
    fence: { char: first, length, indent, nests, line: parser.line },
    info,
  });
  return usedUp(parser);
}

function startHtml(parser: OpenBlocks, rest: string, first: string, container: Block): Started {
  const kind = first === '<' ? htmlBlockKind(rest) : 0;
  const isLazy = !parser.allClosed && parser.tip.type === 'paragraph';
  if (kind === 0 || (kind === 7 && (container.type === 'paragraph' || isLazy))) return null;
  parser.closeUnmatched();
  parser.add({ type: 'html', htmlKind: kind });
  return 'leaf';
}

function startSetext(parser: OpenBlocks, rest: string, first: string, container: Block): Started {
  if (container.type !== 'paragraph' || !/^(?:=+|-+)[ \t]*$/.test(rest)) return null;
  parser.closeUnmatched();
  if (parser.takeDefinitions(container)) return null;
  const { text } = container;
  parser.replaceTip({ type: 'heading', level: first === '=' ? 1 : 2 }).text = text.trim();
  return end(parser);
}

function startTable(parser: OpenBlocks, rest: string, container: Block): Started {
  if (container.type !== 'paragraph' || container.text === '') return null;
  const align = readAlignment(rest);
  if (align === null) return null;
  const header = splitRow(parser.lastLine, align.length);
  if (header.length !== align.length) return null;
  if (align.length > limits.columns) {
    parser.excess.add('cells');
    return null;
  }
  const cut = container.text.length - parser.lastLine.length - 1;
  parser.closeUnmatched();
  if (cut < 0) parser.replaceTip({ type: 'table', align });
  else {
    container.text = container.text.slice(0, cut);
    parser.finalise(container);
    parser.add({ type: 'table', align });
  }
  parser.addRow(parser.tip, header);
  return usedUp(parser);
}

function startRule(parser: OpenBlocks, rest: string, first: string): Started {
  if (
    !'*-_'.includes(first) ||
    !/^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/.test(rest)
  )
    return null;
  parser.closeUnmatched();
  parser.add({ type: 'rule' });
  return end(parser);
}

function startItem(parser: OpenBlocks, rest: string, container: Block): Started {
  const found = /^(?:([*+-])|(\d{1,9})([.)]))(?=[ \t]|$)/.exec(rest);
  if (found === null) return null;
  const [marker, bullet, digits = '1', end = ''] = found;
  const interrupts = container.type === 'paragraph';
  if (
    interrupts &&
    ((bullet === undefined && Number(digits) !== 1) || rest.slice(marker.length).trim() === '')
  )
    return null;
  const kind: ListKind = {
    ordered: bullet === undefined,
    delimiter: bullet ?? end,
    start: Number(digits),
  };
  const contentIndent = parser.cursor.indent + skipMarker(parser, marker.length);
  parser.closeUnmatched();
  const { tip } = parser;
  const goesOn =
    container.type === 'list' &&
    tip === container &&
    container.kind?.ordered === kind.ordered &&
    container.kind.delimiter === kind.delimiter;
  if (!goesOn) parser.add({ type: 'list', kind });
  parser.add({ type: 'item', contentIndent });
  return 'container';
}

/** Moves past a list marker and the spaces after it; returns the columns from the marker to the content. */
function skipMarker({ cursor }: OpenBlocks, length: number): number {
  cursor.skipSpace();
  cursor.advance(length);
  const place = cursor.save();
  const start = cursor.column;
  do cursor.advanceColumns(1);
  while (cursor.column - start < 5 && cursor.atSpace);
  const isBlank = cursor.offset >= cursor.line.length;
  const spaces = cursor.column - start;
  if (spaces >= 1 && spaces < 5 && !isBlank) return length + spaces;
  cursor.load(place);
  if (cursor.atSpace) cursor.advanceColumns(1);
  return length + 1;
}

function startNote(parser: OpenBlocks, rest: string, first: string): Started {
  const found = first === '[' ? /^\[\^((?:[^\s\\[\]]|\\.){1,999})\]:/.exec(rest) : null;
  if (found === null) return null;
  const { cursor } = parser;
  cursor.skipSpace();
  cursor.advance(found[0].length);
  cursor.skipSpace();
  parser.closeUnmatched();
  parser.add({ type: 'note', label: normaliseLabel(found[1] ?? '') });
  return 'container';
}

const openers = { $$: '$$', '\\[': '\\]' } as const;

/**
 * Starts display math: `$$` or `\[` up to the closing delimiter at the end of a line. If TeX follows the opening
 * delimiter, an empty line ends it as text, because it may well have been prose.
 */
function startMath(parser: OpenBlocks, rest: string): Started {
  const environment = environments.exec(rest);
  if (environment) return startEnvironment(parser, rest, environment[1] ?? '');
  const opener = rest.startsWith('$$') ? '$$' : rest.startsWith('\\[') ? '\\[' : null;
  if (opener === null) return null;
  const closer = openers[opener];
  const body = rest.slice(2).trimEnd();
  const closes = body.indexOf(closer);
  const isLast = closes > 0 && /^[.,;:。、，．]*$/.test(body.slice(closes + 2));
  if (closes >= 0 && !isLast) return null;
  // `\[text](address)` is an escaped link.
  if (!isLast && opener !== '$$' && count(body, ']') > count(body, '[')) return null;
  parser.closeUnmatched();
  const math = parser.add({ type: 'math', closer, fragile: body !== '' });
  if (!isLast) {
    math.text = body === '' ? '' : `${body}\n`;
    return usedUp(parser);
  }
  math.text = `${body.slice(0, closes)}${body.slice(closes + 2)}\n`;
  math.complete = true;
  return end(parser);
}

/** Environments that TeX sets as display math without delimiters. */
const environments = /^\\begin\{((?:align|alignat|equation|gather|multline|eqnarray|CD)\*?)\}/;

/** Starts math between `\begin{align}` and `\end{align}`; an empty line ends it as text, as in TeX. */
function startEnvironment(parser: OpenBlocks, rest: string, name: string): Started {
  const closer = `\\end{${name}}`;
  const body = rest.trimEnd();
  const closes = body.indexOf(closer);
  if (closes >= 0 && closes + closer.length < body.length) return null;
  parser.closeUnmatched();
  const math = parser.add({ type: 'math', closer, fragile: true });
  math.text = `${body}\n`;
  if (closes < 0) return usedUp(parser);
  math.complete = true;
  return end(parser);
}

const count = (text: string, char: string): number => text.split(char).length - 1;

/** Ends the leaf with this line. */
function end(parser: OpenBlocks): Started {
  parser.finalise(parser.tip);
  return usedUp(parser);
}

/** Consumes the rest of the line. */
function usedUp(parser: OpenBlocks): Started {
  parser.used = true;
  return 'leaf';
}
