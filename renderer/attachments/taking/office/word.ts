import { cellOf, DocumentText, Rows } from './document-text.ts';
import { type Parts, type Reading, relationsOf } from './parts.ts';
import { type LookOf, WordRuns } from './word-runs.ts';
import { noteFormat, type ParagraphFormat, readLists, readStyles } from './word-styles.ts';

/** Duplicates for older readers, deletions, moved text, and earlier formatting. */
const skipped = new Set(['Fallback', 'del', 'moveFrom', 'pPrChange', 'rPrChange', 'sectPrChange']);

/** Maximum columns of a cell (17.4.17). */
const mostSpans = 63;

interface Paragraph extends ParagraphFormat {
  style?: string | undefined;
}

/**
 * Returns the text of a Word document with its footnotes and endnotes (ECMA-376, part 1, 17). @param main name of the
 * main part
 */
export async function readWord(parts: Parts, main: string): Promise<string> {
  const relations = await relationsOf(parts, main);
  const partOf = (type: string) => relations.find((one) => one.type === type)?.target;
  const formatOf = await readStyles(parts, partOf('styles'));
  const markOf = await readLists(parts, partOf('numbering'));
  const written = new DocumentText();

  const headOf = (paragraph: Paragraph): string => {
    const style = formatOf(paragraph.style);
    const heading = paragraph.heading ?? style.heading;
    if (heading !== undefined) return `${'#'.repeat(heading)} `;
    const list = paragraph.list ?? style.list;
    if (list === undefined || list === '0') return '';
    return markOf(list, paragraph.depth ?? style.depth ?? 0);
  };

  const lookOf: LookOf = (style) => {
    const { hidden, struck } = formatOf(style);
    return { ...(hidden && { hidden }), ...(struck && { struck }) };
  };
  await parts.read(main, bodyReading(written, headOf, lookOf));
  for (const [type, mark] of [
    ['footnotes', ''],
    ['endnotes', 'e'],
  ] as const) {
    const name = partOf(type);
    if (name === undefined || !parts.has(name)) continue;
    written.gap();
    await parts.read(name, notesReading(written, mark, lookOf));
  }
  return written.text();
}

function bodyReading(
  written: DocumentText,
  headOf: (paragraph: Paragraph) => string,
  lookOf: LookOf,
): Reading {
  const runs = new WordRuns(written, lookOf);
  const paragraphs: Paragraph[] = [];
  const rows = new Rows(written);
  const spans: number[] = [];
  let skips = 0;
  let formats = 0;

  function endParagraph(): void {
    const paragraph = paragraphs.pop();
    runs.flush();
    runs.style(paragraphs.at(-1)?.style);
    if (paragraph === undefined) return;
    written.endLine(headOf(paragraph));
  }

  return {
    open(name, attributes) {
      if (skipped.has(name)) skips += 1;
      if (skips > 0) return;
      const paragraph = paragraphs.at(-1);
      if (runs.isInFormula) runs.open(name, attributes);
      else if (name === 'p') {
        paragraphs.push({});
        runs.style(undefined);
      } else if (name === 'txbxContent') {
        runs.flush();
        written.open();
      } else if (name === 'tbl') written.gap();
      else if (name === 'tr') rows.openRow();
      else if (name === 'tc') {
        spans.push(1);
        rows.openCell();
      } else if (name === 'gridSpan') {
        spans[spans.length - 1] = Math.min(mostSpans, Number(attributes.get('val')) || 1);
      } else if (name === 'pPr') formats += 1;
      else if (formats > 0) {
        if (name === 'pStyle' && paragraph) {
          paragraph.style = attributes.get('val');
          runs.style(paragraph.style);
        } else if (paragraph) noteFormat(paragraph, name, attributes);
      } else runs.open(name, attributes);
    },
    close(name) {
      if (skipped.has(name)) skips -= 1;
      else if (skips > 0) return;
      else if (runs.isInFormula) runs.close(name);
      else if (name === 'p') endParagraph();
      else if (name === 'txbxContent') written.say(` ${cellOf(written.close())} `);
      else if (name === 'tbl') written.gap();
      else if (name === 'pPr') formats -= 1;
      else if (name === 'tc') rows.closeCell({ empty: (spans.pop() ?? 1) - 1 });
      else if (name === 'tr') rows.closeRow();
      else if (formats === 0) runs.close(name);
    },
    text(text) {
      if (skips === 0 && formats === 0) runs.text(text);
    },
  };
}

/** Reads notes as `[^1]: text`; separators from the page have a type and are left out. */
function notesReading(written: DocumentText, mark: string, lookOf: LookOf): Reading {
  const runs = new WordRuns(written, lookOf);
  let id: string | null = null;
  let skips = 0;
  let formats = 0;
  return {
    open(name, attributes) {
      if (skipped.has(name)) skips += 1;
      if (skips > 0) return;
      if (name === 'footnote' || name === 'endnote') {
        id = attributes.has('type') ? null : (attributes.get('id') ?? '');
        written.open();
      } else if (name === 'pPr') formats += 1;
      else if (formats === 0) runs.open(name, attributes);
    },
    close(name) {
      if (skipped.has(name)) skips -= 1;
      else if (skips > 0) return;
      else if (name === 'pPr') formats -= 1;
      else if (name === 'p') {
        runs.flush();
        written.endLine();
      } else if (name !== 'footnote' && name !== 'endnote') {
        if (formats === 0) runs.close(name);
      } else {
        const text = cellOf(written.close());
        if (id === null || text === '') return;
        written.say(`[^${mark}${id}]: ${text}`);
        written.endLine();
      }
    },
    text(text) {
      if (id !== null && skips === 0 && formats === 0) runs.text(text);
    },
  };
}
