import type { Page } from './pages.ts';

/** A piece of an excerpt. */
export interface Piece {
  readonly text: string;
  /** Whether it is a word of the query. */
  readonly isHit: boolean;
}

/** A page that contains every word of a query. */
export interface Hit {
  readonly page: Page;
  /** The place of the page that contains most of the words; empty where only the title does. */
  readonly excerpt: readonly Piece[];
}

/** Of an excerpt, in characters. */
const excerptLength = 110;
/** What of it stands before the first word, at most. */
const leadLength = 32;

/** What a word is worth: in the title, in a heading, in the text. */
const worth = { title: 10_000, heading: 100, text: 1 };
/** A long page is no better than a short one that repeats a word this often. */
const maxCounted = 9;

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/**
 * Returns the pages that contain every word of a query, the best first: words in the title before those in headings,
 * headings before text, and then by how often the text has them. An empty query returns every page in reading order.
 */
export function searchPages(pages: readonly Page[], query: string): readonly Hit[] {
  const words = folded(query)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return pages.map((page) => ({ page, excerpt: [] }));
  const hits = pages.flatMap((page) => {
    const blocks = blocksOf(page.text);
    const score = scoreOf(page.title, blocks, words);
    return score === null ? [] : [{ page, excerpt: excerptOf(blocks, words), score }];
  });
  return hits
    .sort((one, other) => other.score - one.score)
    .map(({ page, excerpt }) => ({ page, excerpt }));
}

interface Block {
  readonly isHeading: boolean;
  readonly text: string;
}

/** Splits a page's Markdown into headings, paragraphs, steps and rows, without marks and pictures. */
function blocksOf(markdown: string): readonly Block[] {
  return markdown.split(/\n(?=\n|\d\. |- |\|)/).flatMap((lines) => {
    const isHeading = /^\s*#/.test(lines);
    const text = lines
      .split(/[\n|]/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('![') && !/^-+$/.test(line))
      .join(' ')
      .replace(/^(?:#+|\d\.|-) /, '')
      .replaceAll(/\[([^[\]]*)\]\([^()[\]]*\)/g, '$1')
      .replaceAll(/\*\*|`/g, '');
    return text === '' ? [] : [{ isHeading, text }];
  });
}

/** Returns null where a word is nowhere in the page. */
function scoreOf(title: string, blocks: readonly Block[], words: readonly string[]): number | null {
  const textOf = (wanted: boolean) =>
    folded(
      blocks
        .filter(({ isHeading }) => isHeading === wanted)
        .map(({ text }) => text)
        .join('\n'),
    );
  const [headings, text] = [textOf(true), textOf(false)];
  const scores = words.map((word) => {
    const count = Math.min(maxCounted, text.split(word).length - 1);
    return (
      (folded(title).includes(word) ? worth.title : 0) +
      (headings.includes(word) ? worth.heading : 0) +
      count * worth.text
    );
  });
  return scores.includes(0) ? null : scores.reduce((sum, score) => sum + score, 0);
}

/** Returns the text of the block with most of the words, preferably a heading, around the first of them. */
function excerptOf(blocks: readonly Block[], words: readonly string[]): readonly Piece[] {
  let best = { text: '', fit: 0 };
  for (const { isHeading, text } of blocks) {
    const found = words.filter((word) => folded(text).includes(word)).length;
    const fit = found === 0 ? 0 : 2 * found + (isHeading ? 1 : 0);
    if (fit > best.fit) best = { text, fit };
  }
  const ranges = rangesOf(best.text, words);
  const first = ranges[0];
  if (first === undefined) return [];
  const start = startOf(best.text, first.start);
  const end = endOf(best.text, start + excerptLength);
  const pieces: Piece[] = start === 0 ? [] : [{ text: '…', isHit: false }];
  let at = start;
  for (const range of ranges.filter((one) => one.end <= end)) {
    if (range.start > at) pieces.push({ text: best.text.slice(at, range.start), isHit: false });
    pieces.push({ text: best.text.slice(range.start, range.end), isHit: true });
    at = range.end;
  }
  const rest = best.text.slice(at, end) + (end < best.text.length ? '…' : '');
  return rest === '' ? pieces : [...pieces, { text: rest, isHit: false }];
}

/** Returns where an excerpt starts: at a sentence, else at a word, little before the first hit. */
function startOf(text: string, hit: number): number {
  if (hit <= leadLength) return 0;
  const lead = text.slice(hit - leadLength, hit);
  const sentence = Math.max(lead.lastIndexOf('. ') + 1, lead.lastIndexOf('。')) + 1;
  if (sentence > 1) return hit - leadLength + sentence;
  // Japanese has no spaces to begin after
  return hit - leadLength + lead.indexOf(' ') + 1;
}

/** Returns where an excerpt ends: after a whole word. */
function endOf(text: string, limit: number): number {
  if (limit >= text.length) return text.length;
  const space = text.lastIndexOf(' ', limit);
  return space > limit - leadLength ? space : limit;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns where the words are in a text, in order and without overlaps; folding may change lengths. */
function rangesOf(text: string, words: readonly string[]): readonly Range[] {
  let all = '';
  const origin: number[] = [];
  let position = 0;
  for (const sign of text) {
    const part = folded(sign);
    all += part;
    for (let unit = 0; unit < part.length; unit++) origin.push(position);
    position += sign.length;
  }
  origin.push(position);
  const ranges = words.flatMap((word) => {
    const found: Range[] = [];
    for (let at = all.indexOf(word); at !== -1; at = all.indexOf(word, at + word.length)) {
      found.push({ start: origin[at] ?? 0, end: origin[at + word.length] ?? position });
    }
    return found;
  });
  const sorted = ranges.sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return sorted.filter((range) => {
    if (range.start < end) return false;
    end = range.end;
    return true;
  });
}
