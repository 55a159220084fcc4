import type { Attributes, Parts, Reading } from './parts.ts';
import { cellOf, Rows, Written } from './written.ts';

/** What was deleted, what others remarked, how a word is read aloud, pictures: none of it is the text. */
const skipped = new Set(['tracked-changes', 'annotation', 'ruby-text', 'binary-data']);

/** Cells and spaces are repeated by a count that may be anything. */
const mostRepeats = 256;
const repeatsOf = (attributes: Attributes, name: string): number =>
  Math.min(mostRepeats, Math.max(1, Number(attributes.get(name)) || 1));

/** Whether lists of a style are numbered, by its name and the depth in it, from 1 (OpenDocument 1.3, part 3, 16.29). */
type Lists = Map<string, Map<number, boolean>>;

/** Text of an OpenDocument text. */
export async function readOpenText(parts: Parts): Promise<string> {
  const lists: Lists = new Map();
  if (parts.has('styles.xml')) await parts.read('styles.xml', listReading(lists));
  const written = new Written();
  const body = bodyReading(written, lists);
  const styles = listReading(lists);
  await parts.read('content.xml', {
    open(name, attributes) {
      styles.open?.(name, attributes);
      body.open?.(name, attributes);
    },
    close: (name) => body.close?.(name),
    text: (text) => body.text?.(text),
  });
  return written.text();
}

function listReading(lists: Lists): Reading {
  let levels = new Map<number, boolean>();
  return {
    open(name, attributes) {
      if (name === 'list-style') {
        levels = new Map();
        lists.set(attributes.get('style:name') ?? '', levels);
      } else if (name.startsWith('list-level-style-')) {
        // one without a format is numbered with nothing
        const numbered = name.endsWith('number') && attributes.get('num-format') !== '';
        levels.set(Number(attributes.get('level')), numbered);
      }
    },
  };
}

interface List {
  readonly style: string;
  count: number;
}

function bodyReading(written: Written, lists: Lists): Reading {
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
    if (name === 'tab') written.say('\t');
    else if (name === 'line-break') written.say('\n');
    else if (name === 's') written.say(' '.repeat(repeatsOf(attributes, 'c')));
    else if (name === 'note-citation') citing = true;
    else if (name === 'note-body') {
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
    } else if (name === 'text-box') written.open();
    else inline(name, attributes);
    if (name === 'p' || name === 'h') item = '';
  }

  function endBlock(name: string): void {
    if (name === 'p' || name === 'h') written.endLine(heads.pop() ?? '');
    else if (name === 'list') open.pop();
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
      if (body && skips === 0) block(name, attributes);
    },
    close(name) {
      if (skipped.has(name)) skips -= 1;
      else if (body && skips === 0) endBlock(name);
      if (name === 'body') body = false;
    },
    text(text) {
      if (heads.length > 0 && skips === 0 && !citing) written.say(text.replaceAll(/\s+/g, ' '));
    },
  };
}
