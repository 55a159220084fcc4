import { largestText } from '../../../../preload/contract/chat/attachments.ts';
import { cellOf, DocumentText } from './document-text.ts';
import { type Look, withLook } from './formatted-text.ts';
import { type CellStyle, readCellStyles, shownNumber } from './numbers.ts';
import { type Attributes, type Parts, type Relation, relationsOf } from './parts.ts';
import { RefusedDocument } from './refusal.ts';

/** Maximum sheets of a workbook, and columns of a sheet (ECMA-376, part 1, 18.3.1.13). */
const mostSheets = 5_000;
const mostColumns = 16_384;

interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly target: string;
}

interface Workbook {
  readonly texts: readonly string[];
  readonly styles: readonly CellStyle[];
  readonly from1904: boolean;
}

/** Returns the cells of a workbook, sheet by sheet and row by row, separated by tabs; dates in ISO 8601. */
export async function readSheets(parts: Parts, main: string): Promise<string> {
  const relations = new Map<string, Relation>();
  for (const one of await relationsOf(parts, main)) relations.set(one.id, one);
  const partOf = (type: string) => [...relations.values()].find((one) => one.type === type)?.target;
  const sheets: Sheet[] = [];
  let from1904 = false;
  await parts.read(main, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '');
      if (name !== 'sheet' || sheets.length >= mostSheets) return;
      const relation = relations.get(attributes.get('r:id') ?? attributes.get('id') ?? '');
      if (relation?.type !== 'worksheet') return;
      const hidden = (attributes.get('state') ?? 'visible') !== 'visible';
      sheets.push({ name: attributes.get('name') ?? '', hidden, target: relation.target });
    },
  });
  const book: Workbook = {
    texts: await readTexts(parts, partOf('sharedStrings')),
    styles: await readCellStyles(parts, partOf('styles')),
    from1904,
  };
  const written = new DocumentText();
  let some = false;
  for (const { name, hidden, target } of sheets) {
    written.gap();
    written.say(`[Sheet ${name}${hidden ? ', hidden' : ''}]`);
    written.endLine();
    some = (await readSheet(parts, target, book, written)) || some;
  }
  return some ? written.text() : '';
}

/** Applies a run property (18.4.7) to the formatting. */
function changed(look: Look, element: string, attributes: Attributes): Look {
  const value = attributes.get('val') ?? '';
  if (element === 'strike') return { ...look, struck: !/^(?:0|false)$/.test(value) };
  if (element !== 'vertAlign') return look;
  const raised = value === 'superscript' ? 'super' : value === 'subscript' ? 'sub' : undefined;
  return { ...look, raised };
}

/** Reads the shared texts; phonetic readings of Japanese (`rPh`) are left out. */
async function readTexts(parts: Parts, name: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (name === undefined || !parts.has(name)) return texts;
  let text = '';
  let length = 0;
  let inText = false;
  let aloud = 0;
  let run = '';
  let look: Look = {};
  await parts.read(name, {
    open(element, attributes) {
      if (element === 'si') text = '';
      else if (element === 'r') look = {};
      else if (element === 'rPh') aloud += 1;
      else if (element === 't') inText = aloud === 0;
      else look = changed(look, element, attributes);
    },
    close(element) {
      if (element === 'si') texts.push(cellOf([text]));
      else if (element === 'rPh') aloud -= 1;
      else if (element === 't') {
        text += withLook(run, look);
        run = '';
        inText = false;
      } else if (element === 'r') look = {};
    },
    text(piece) {
      if (!inText) return;
      length += piece.length;
      if (length > 2 * largestText) throw new RefusedDocument('document-too-large');
      run += piece;
    },
  });
  return texts;
}

/** Returns the column index of a reference, 2 for `C5`; null without one. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return Math.min(column, mostColumns) - 1;
}

async function readSheet(
  parts: Parts,
  name: string,
  book: Workbook,
  written: DocumentText,
): Promise<boolean> {
  let column = 0;
  let at = 0;
  let some = false;
  let cell = { type: 'n', style: 0 };
  let value = '';
  let formula = '';
  let into: 'value' | 'formula' | null = null;
  let aloud = 0;
  let isRowHidden = false;
  const hiddenColumns: (readonly [first: number, last: number])[] = [];

  /** The cell's formatting: struck through, or hidden on screen. */
  function lookOf(): Look {
    const struck = book.styles[cell.style]?.struck === true;
    const hidden =
      isRowHidden || hiddenColumns.some(([first, last]) => column >= first && column <= last);
    return { ...(struck && { struck }), ...(hidden && { hidden }) };
  }

  function shown(): string {
    if (value === '') return formula === '' ? '' : `=${formula}`;
    if (cell.type === 's') return book.texts[Number(value)] ?? '';
    if (cell.type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (cell.type !== 'n') return value;
    return shownNumber(value, book.styles[cell.style]?.meaning ?? 'number', book.from1904);
  }

  await parts.read(name, {
    open(element, attributes) {
      if (element === 'col' && /^(?:1|true)$/.test(attributes.get('hidden') ?? '')) {
        if (hiddenColumns.length >= 1_000) return;
        hiddenColumns.push([Number(attributes.get('min')) - 1, Number(attributes.get('max')) - 1]);
      } else if (element === 'row') {
        isRowHidden = /^(?:1|true)$/.test(attributes.get('hidden') ?? '');
        column = 0;
        at = 0;
      } else if (element === 'c') {
        column = columnOf(attributes.get('r')) ?? column;
        cell = { type: attributes.get('t') ?? 'n', style: Number(attributes.get('s') ?? 0) };
        value = '';
        formula = '';
      } else if (element === 'rPh') aloud += 1;
      else if (element === 'v' || element === 't') into = aloud === 0 ? 'value' : null;
      else if (element === 'f') into = 'formula';
    },
    close(element) {
      if (element === 'v' || element === 't' || element === 'f') into = null;
      else if (element === 'rPh') aloud -= 1;
      else if (element === 'c') {
        const text = withLook(cellOf([shown()]), lookOf());
        if (text !== '') {
          // no writer orders columns backwards: such cells are appended in place
          if (column > at) written.say('\t'.repeat(column - at));
          at = Math.max(at, column);
          written.say(text);
          some = true;
        }
        column += 1;
      } else if (element === 'row') written.endLine();
    },
    text(piece) {
      if (into === 'value') value += piece;
      else if (into === 'formula') formula += piece;
    },
  });
  return some;
}
