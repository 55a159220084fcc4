import { cellOf, DocumentText, Rows } from './document-text.ts';
import { FormattedText, type Look, readingOf } from './formatted-text.ts';
import { FormulaReader } from './formula.ts';
import { texOfMathml } from './mathml.ts';
import type { Attributes, Parts, Reading } from './parts.ts';

/** Deletions, comments and pictures are not part of the text. */
const skipped = new Set(['tracked-changes', 'annotation', 'binary-data']);

/** Maximum repetitions of cells and spaces, whose declared count may be anything. */
const mostRepeats = 256;
const repeatsOf = (attributes: Attributes, name: string): number =>
  Math.min(mostRepeats, Math.max(1, Number(attributes.get(name)) || 1));

/** Whether lists of a style are numbered, by style name and depth from 1 (OpenDocument 1.3, part 3, 16.29). */
type Lists = Map<string, Map<number, boolean>>;

interface Styles {
  readonly lists: Lists;
  /** Character formatting of styles, by family and name. */
  readonly looks: Map<string, Look>;
}

/** Maximum formulas in a text: each is a separate part. */
const mostFormulas = 2_000;
/** Placeholder for a formula until it is read; no XML has this character. */
const placeOf = (part: string): string => `\0${part}\0`;

/** Returns the text of an OpenDocument text. */
export async function readOpenText(parts: Parts): Promise<string> {
  const known: Styles = { lists: new Map(), looks: new Map() };
  if (parts.has('styles.xml')) await parts.read('styles.xml', styleReading(known));
  const written = new DocumentText();
  const formulas = new Map<string, string>();
  const body = bodyReading(written, known, (href) => {
    const part = `${href.replace(/^\.\//, '')}/content.xml`;
    if (!parts.has(part) || formulas.size >= mostFormulas) return;
    formulas.set(part, '');
    written.say(placeOf(part));
  });
  const styles = styleReading(known);
  await parts.read('content.xml', {
    open(name, attributes) {
      styles.open?.(name, attributes);
      body.open?.(name, attributes);
    },
    close: (name) => body.close?.(name),
    text: (text) => body.text?.(text),
  });
  for (const part of formulas.keys()) formulas.set(part, await readFormula(parts, part));
  return written.text().replaceAll(/\0([^\0]*)\0/g, (_, part: string) => formulas.get(part) ?? '');
}

/** Returns the TeX of a formula object; empty for other objects, such as charts. */
async function readFormula(parts: Parts, part: string): Promise<string> {
  let reader: FormulaReader | null = null;
  let tex = '';
  await parts.read(part, {
    open(name, attributes) {
      if (reader === null && name === 'math') reader = new FormulaReader();
      reader?.open(name, attributes);
    },
    close() {
      const formula = reader?.close() ?? null;
      if (formula === null) return;
      reader = null;
      tex = texOfMathml(formula);
    },
    text: (text) => reader?.text(text),
  });
  return tex === '' ? '' : `$${tex}$`;
}

function styleReading({ lists, looks }: Styles): Reading {
  let levels = new Map<number, boolean>();
  let style = '';
  return {
    open(name, attributes) {
      if (name === 'style') {
        const family = attributes.get('family') ?? '';
        style = `${family} ${attributes.get('style:name') ?? ''}`;
        const parent = looks.get(`${family} ${attributes.get('parent-style-name') ?? ''}`);
        if (parent !== undefined) looks.set(style, parent);
      } else if (name === 'text-properties' && style !== '') {
        looks.set(style, { ...looks.get(style), ...lookIn(attributes) });
      } else if (name === 'section-properties' && attributes.get('display') === 'none') {
        looks.set(style, { hidden: true });
      } else if (name === 'list-style') {
        levels = new Map();
        lists.set(attributes.get('style:name') ?? '', levels);
      } else if (name.startsWith('list-level-style-')) {
        // a list without a format has no numbers
        const numbered = name.endsWith('number') && attributes.get('num-format') !== '';
        levels.set(Number(attributes.get('level')), numbered);
      }
    },
    close(name) {
      if (name === 'style') style = '';
    },
  };
}

/** Returns the formatting in a style's properties (20.367, 20.384, 20.390). */
function lookIn(attributes: Attributes): Look {
  const position = attributes.get('text-position') ?? '';
  const raise = Number.parseFloat(position);
  const isSuper = position.startsWith('super') || raise > 0;
  const isSub = position.startsWith('sub') || raise < 0;
  const line =
    attributes.get('text-line-through-style') ?? attributes.get('text-line-through-type');
  return {
    ...(attributes.get('display') === 'none' && { hidden: true }),
    ...(isSuper || isSub
      ? { raised: isSuper && !position.startsWith('sub') ? 'super' : 'sub' }
      : {}),
    ...(line !== undefined && { struck: line !== 'none' }),
  };
}

interface List {
  readonly style: string;
  count: number;
}

function bodyReading(
  written: DocumentText,
  { lists, looks }: Styles,
  addObject: (href: string) => void,
): Reading {
  const marked = new FormattedText(written);
  /** Formatting of the open paragraphs, spans and sections. */
  const styled: Look[] = [];
  let reading: string | null = null;
  const styles: Readonly<Record<string, string>> = {
    p: 'paragraph',
    h: 'paragraph',
    span: 'text',
    section: 'section',
  };
  const say = (text: string): void => {
    if (reading === null) marked.say(text, styled.at(-1));
    else reading += text;
  };
  const open: List[] = [];
  const rows = new Rows(written);
  const repeats: number[] = [];
  const heads: string[] = [];
  let item = '';
  let body = false;
  let skips = 0;
  let citing = false;

  function markOf(list: List): string {
    list.count += 1;
    const numbered = lists.get(list.style)?.get(open.length) ?? false;
    return `${'  '.repeat(open.length - 1)}${numbered ? `${list.count}.` : '-'} `;
  }

  function inline(name: string, attributes: Attributes): void {
    if (name === 'tab') say('\t');
    else if (name === 'line-break') say('\n');
    else if (name === 's') say(' '.repeat(repeatsOf(attributes, 'c')));
    else if (name === 'ruby-text') reading = '';
    else if (name === 'object') {
      marked.flush();
      addObject(attributes.get('href') ?? '');
    } else if (name === 'note-citation') citing = true;
    else if (name === 'note-body') {
      marked.flush();
      written.say(' (');
      written.open();
    }
  }

  function block(name: string, attributes: Attributes): void {
    if (name === 'p') heads.push(item);
    else if (name === 'h') {
      const level = Math.min(9, Number(attributes.get('outline-level')) || 1);
      heads.push(`${'#'.repeat(level)} `);
    } else if (name === 'list') {
      const style = attributes.get('style-name') ?? open.at(-1)?.style ?? '';
      open.push({ style, count: 0 });
    } else if (name === 'list-item') {
      const list = open.at(-1);
      item = list === undefined ? '' : markOf(list);
    } else if (name === 'table') written.gap();
    else if (name === 'table-row') rows.openRow();
    else if (name === 'table-cell' || name === 'covered-table-cell') {
      repeats.push(repeatsOf(attributes, 'number-columns-repeated'));
      rows.openCell();
    } else if (name === 'text-box') {
      marked.flush();
      written.open();
    } else inline(name, attributes);
    if (name === 'p' || name === 'h') item = '';
  }

  function endBlock(name: string): void {
    if (name === 'p' || name === 'h') {
      marked.flush();
      written.endLine(heads.pop() ?? '');
    } else if (name === 'ruby-text') {
      const text = readingOf(reading ?? '');
      reading = null;
      say(text);
    } else if (name === 'list') open.pop();
    else if (name === 'list-item') item = '';
    else if (name === 'table') written.gap();
    else if (name === 'table-cell' || name === 'covered-table-cell')
      rows.closeCell({ times: repeats.pop() ?? 1 });
    else if (name === 'table-row') rows.closeRow();
    else if (name === 'text-box') written.say(` ${cellOf(written.close())} `);
    else if (name === 'note-citation') citing = false;
    else if (name === 'note-body') written.say(`${cellOf(written.close())})`);
  }

  return {
    open(name, attributes) {
      if (name === 'body') body = true;
      if (skipped.has(name)) skips += 1;
      if (!body || skips > 0) return;
      const family = styles[name];
      if (family !== undefined) {
        const look = looks.get(`${family} ${attributes.get('style-name') ?? ''}`);
        const isHidden = name === 'section' && attributes.get('display') === 'none';
        styled.push({ ...styled.at(-1), ...look, ...(isHidden && { hidden: true }) });
      }
      block(name, attributes);
    },
    close(name) {
      if (skipped.has(name)) skips -= 1;
      else if (body && skips === 0) {
        endBlock(name);
        if (styles[name] !== undefined) styled.pop();
      }
      if (name === 'body') body = false;
    },
    text(text) {
      if (heads.length > 0 && skips === 0 && !citing) say(text.replaceAll(/\s+/g, ' '));
    },
  };
}
