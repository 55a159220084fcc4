import type { Block } from './block.ts';
import type { BlockParser } from './blocks.ts';
import { splitRow } from './table.ts';

/** Only marks so far, or a number: what block it begins cannot be told yet. */
const undecided =
  /^[ \t]*(?:(?:[>*+-]|\d{1,9}[.)])[ \t]+)*(?:[#>*+\-_=~|:` \t]*|\d{1,9}[.)]?|\$\$?|\\\[?|(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]?\]?|\[\^[^\s\]]*\]?:?|(?:`{3,}|~{3,})[^`]*|<[A-Za-z/!?]?)[ \t]*$/;

/**
 * The lines to read for an unfinished last line: none while it cannot be told what it begins, so that
 * no mark is shown only to vanish; a table's delimiter row where its header looks like one.
 */
export function draftLines(parser: BlockParser, rest: string): string[] {
  const tip = openLeaf(parser);
  if (tip.type === 'code' && tip.fence) {
    const isFence = new RegExp(`^[ \\t>]*\\${tip.fence.char}+[ \\t]*$`).test(rest.slice(0, 100));
    return rest === '' || isFence ? [] : [rest];
  }
  const isDecided = rest.length > 300 || !undecided.test(rest);
  const lines = isDecided && rest !== '' ? [rest] : [];
  if (tip.type === 'paragraph' || isDecided) {
    const header = lines.length > 0 ? rest : tip.text.slice(tip.text.lastIndexOf('\n') + 1);
    const bare = header.trim();
    const isContinued = tip.type === 'table' && lines.length > 0;
    const isPlain = lines.length === 0 || /^[ ]{0,3}\|/.test(rest);
    if (isPlain && !isContinued && /^\|.*[^\s|]/.test(bare) && bare.length < 2000) {
      lines.push(`|${'-|'.repeat(splitRow(bare).length)}`);
    }
  }
  return lines;
}

function openLeaf(parser: BlockParser): Block {
  let block: Block = parser.root;
  for (let next = block.children.at(-1); next?.open; next = block.children.at(-1)) block = next;
  return block;
}
