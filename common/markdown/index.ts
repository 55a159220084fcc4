import { Blocks } from './blocks.ts';
import { type Labels, normalLabel } from './inline.ts';

/**
 * A text of Markdown as its page shows it, for what looks in it for words: a word runs on through marks, code and
 * formulas are as they were written, targets of links are out, a line ending stands between blocks. It is read in
 * one go, in linear time, and roughly where the page is exact (raw HTML, lists in lists); what a page shows
 * exactly is drawn in `renderer/markdown`.
 */
export function drawnText(text: string): string {
  return mayDiffer(text) ? [...drawnBlocks(text)].join('') : text;
}

const marked = /[*_~`[\]<&\\$|]|^[ \t]*(?:[#>+=-]|\d{1,9}[.)])/m;

/** Whether a text may look otherwise than it is written. */
export const mayDiffer = (text: string): boolean => marked.test(text);

/** The same, block by block: others can have their turn between them. */
export function* drawnBlocks(text: string): Generator<string, void, void> {
  const reader = new Blocks(labelsOf(text));
  for (let at = 0; at <= text.length; ) {
    if (at > longestText) {
      yield* reader.end();
      yield text.slice(at - 1);
      return;
    }
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    reader.line(text.slice(at, text.charAt(stop - 1) === '\r' && stop > at ? stop - 1 : stop));
    at = stop + 1;
    yield* reader.written();
  }
  yield* reader.end();
}

/** What may be defined anywhere in a text. */
function labelsOf(text: string): Labels {
  const [links, notes] = [new Set<string>(), new Set<string>()];
  for (let at = text.indexOf(']:'); at >= 0; at = text.indexOf(']:', at + 2)) {
    const near = text.slice(Math.max(0, at - longestLabel), at);
    const start = near.lastIndexOf('\n') + 1;
    if (start === 0 && at > longestLabel) continue;
    const [, note, label = ''] =
      /^[ \t>]{0,200}\[(\^?)([^\][]{1,999})$/.exec(near.slice(start)) ?? [];
    if (label.trim() !== '') (note === '^' ? notes : links).add(normalLabel(label));
  }
  return { links, notes };
}

/** Characters of a line up to where a label ends. */
const longestLabel = 1200;
/** Characters after which the page shows a text as it is. */
const longestText = 500_000;
