import { Blocks } from './blocks.ts';
import { type Labels, normalLabel } from './inline.ts';

/**
 * Returns Markdown as rendered text, for searching words: without marks inside words, code and formulas as written, no
 * link targets, a line ending between blocks. Parses in one pass, in linear time, and only roughly in some cases (raw
 * HTML, nested lists); `renderer/markdown` renders exactly.
 */
export function drawnText(text: string): string {
  return mayDiffer(text) ? [...drawnBlocks(text)].join('') : text;
}

const marked = /[*_~`[\]<&\\$|]|^[ \t]*(?:[#>+=-]|\d{1,9}[.)])/m;

/** Returns whether a text may be rendered differently from its source. */
export const mayDiffer = (text: string): boolean => marked.test(text);

/** Does the same block by block, so that other work gets a turn in between. */
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

/** Collects definitions anywhere in a text. */
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

/** Characters of a line in which a label must end. */
const longestLabel = 1200;
/** The page does not render longer texts. */
const longestText = 500_000;
