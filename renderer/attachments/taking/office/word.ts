import { type Attributes, type Parts, type Reading, relationsOf } from './parts.ts';
import { noteFormat, type ParagraphFormat, readLists, readStyles } from './word-styles.ts';
import { cellOf, Rows, Written } from './written.ts';

/** What is there twice (for older readers), was deleted or moved away, or is how something looked before. */
const skipped = new Set(['Fallback', 'moveFrom', 'pPrChange', 'rPrChange', 'sectPrChange']);

/** Columns that one cell may take (17.4.17). */
const mostSpans = 63;

interface Paragraph extends ParagraphFormat {
  style?: string | undefined;
}

/** Text of a Word document with its foot- and endnotes (ECMA-376, part 1, 17). @param main name of the main part */
export async function readWord(parts: Parts, main: string): Promise<string> {
  const relations = await relationsOf(parts, main);
  const partOf = (type: string) => relations.find((one) => one.type === type)?.target;
  const formatOf = await readStyles(parts, partOf('styles'));
  const markOf = await readLists(parts, partOf('numbering'));
  const written = new Written();

  const headOf = (paragraph: Paragraph): string => {
    const style = formatOf(paragraph.style);
    const heading = paragraph.heading ?? style.heading;
    if (heading !== undefined) return `${'#'.repeat(heading)} `;
    const list = paragraph.list ?? style.list;
    if (list === undefined || list === '0') return '';
    return markOf(list, paragraph.depth ?? style.depth ?? 0);
  };

  await parts.read(main, bodyReading(written, headOf));
  for (const [type, mark] of [
    ['footnotes', ''],
    ['endnotes', 'e'],
  ] as const) {
    const name = partOf(type);
    if (name === undefined || !parts.has(name)) continue;
    written.gap();
    await parts.read(name, notesReading(written, mark));
  }
  return written.text();
}

function bodyReading(written: Written, headOf: (paragraph: Paragraph) => string): Reading {
  const paragraphs: Paragraph[] = [];
  const rows = new Rows(written);
  const spans: number[] = [];
  let skips = 0;
  let formats = 0;
  let runs = 0;
  let inText = false;

  function endParagraph(): void {
    const paragraph = paragraphs.pop();
    if (paragraph === undefined) return;
    written.endLine(headOf(paragraph));
  }

  function openInRun(name: string, attributes: Attributes): void {
    if (name === 'tab' || name === 'ptab') written.say('\t');
    else if (name === 'br' || name === 'cr') written.say('\n');
    else if (name === 'noBreakHyphen') written.say('-');
    else if (name === 'footnoteReference') written.say(`[^${attributes.get('id') ?? ''}]`);
    else if (name === 'endnoteReference') written.say(`[^e${attributes.get('id') ?? ''}]`);
  }

  return {
    open(name, attributes) {
      if (skipped.has(name)) skips += 1;
      if (skips > 0) return;
      const paragraph = paragraphs.at(-1);
      if (name === 't') inText = true;
      else if (name === 'p') paragraphs.push({});
      else if (name === 'r') runs += 1;
      else if (name === 'txbxContent') written.open();
      else if (name === 'tbl') written.gap();
      else if (name === 'tr') rows.openRow();
      else if (name === 'tc') {
        spans.push(1);
        rows.openCell();
      } else if (name === 'gridSpan') {
        spans[spans.length - 1] = Math.min(mostSpans, Number(attributes.get('val')) || 1);
      } else if (name === 'pPr') formats += 1;
      else if (formats > 0) {
        if (name === 'pStyle' && paragraph) paragraph.style = attributes.get('val');
        else if (paragraph) noteFormat(paragraph, name, attributes);
      } else if (runs > 0) openInRun(name, attributes);
    },
    close(name) {
      if (skipped.has(name)) skips -= 1;
      else if (skips > 0) return;
      else if (name === 't') inText = false;
      else if (name === 'p') endParagraph();
      else if (name === 'r') runs -= 1;
      else if (name === 'txbxContent') written.say(` ${cellOf(written.close())} `);
      else if (name === 'tbl') written.gap();
      else if (name === 'pPr') formats -= 1;
      else if (name === 'tc') rows.closeCell({ empty: (spans.pop() ?? 1) - 1 });
      else if (name === 'tr') rows.closeRow();
    },
    text(text) {
      if (inText && skips === 0) written.say(text);
    },
  };
}

/** Notes as `[^1]: text`; what separates them from the page has a type and is none. */
function notesReading(written: Written, mark: string): Reading {
  let id: string | null = null;
  let inText = false;
  return {
    open(name, attributes) {
      if (name === 'footnote' || name === 'endnote') {
        id = attributes.has('type') ? null : (attributes.get('id') ?? '');
        written.open();
      }
      if (name === 't') inText = true;
    },
    close(name) {
      if (name === 't') inText = false;
      if (name === 'p') written.endLine();
      if (name !== 'footnote' && name !== 'endnote') return;
      const text = cellOf(written.close());
      if (id === null || text === '') return;
      written.say(`[^${mark}${id}]: ${text}`);
      written.endLine();
    },
    text(text) {
      if (inText && id !== null) written.say(text);
    },
  };
}
