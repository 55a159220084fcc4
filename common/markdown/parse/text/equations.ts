/** Returns the key of an equation number among a text's definitions: no link label has this character. */
export const equationKey = (label: string): string => `\0${label}`;

const word = /\\[A-Za-z]+\*?|\\[\s\S]|[{}]/g;
const references: ReadonlySet<string> = new Set('\\eqref \\ref \\autoref \\cref \\Cref'.split(' '));
const takers: ReadonlySet<string> = new Set([
  ...references,
  ...'\\begin \\end \\label \\tag \\tag*'.split(' '),
]);

interface Token {
  /** A command, a brace or an escaped character. */
  readonly name: string;
  /** The argument of relevant commands; null for commands of other than a few letters. */
  readonly argument: string | null;
  readonly start: number;
  readonly end: number;
}

function* tokensOf(source: string): Generator<Token, void, void> {
  let behind = 0;
  for (const { 0: name, index: start } of source.matchAll(word)) {
    if (start < behind) continue;
    const found = takers.has(name) ? argumentAt(source, start + name.length) : null;
    behind = found?.end ?? start + name.length;
    yield { name, argument: found?.text ?? null, start, end: behind };
  }
}

function argumentAt(source: string, from: number): { text: string; end: number } | null {
  let at = from;
  while (source.charAt(at) === ' ' || source.charAt(at) === '\t') at += 1;
  if (source.charAt(at) !== '{') return null;
  const end = source.indexOf('}', at);
  const text = source.slice(at + 1, end);
  if (end < 0 || text === '' || text.length > 200 || /[{\n]/.test(text)) return null;
  return { text, end: end + 1 };
}

/** Environments whose rows TeX numbers; in the last two the whole has one number. */
const numbered: ReadonlySet<string> = new Set([
  'align',
  'alignat',
  'gather',
  'eqnarray',
  'equation',
  'multline',
]);
const single: ReadonlySet<string> = new Set(['equation', 'multline']);

interface Numbers {
  /** Returns the number of a row without a tag of its own; null for none. */
  readonly of: (labels: readonly string[], isNumbered: boolean) => string | null;
  /** Returns the value of a label; undefined while unknown. */
  readonly find: (label: string) => string | undefined;
}

interface Numbered {
  /** With numbers for labels, because the typesetter knows no labels. */
  readonly tex: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** Removes labels from TeX and inserts numbers, for rows and for references. */
export function numberRows(source: string, display: boolean, numbers: Numbers): Numbered {
  const labels = new Map<string, string>();
  const open: { readonly name: string; depth: number }[] = [];
  let tex = '';
  let at = 0;
  let rowStart = 0;
  let row = emptyRow();
  const endRow = (isLast: boolean) => {
    const [first] = open;
    const isNumbered = first !== undefined && numbered.has(first.name);
    const isBlank = isLast && tex.endsWith('\\\\', rowStart) && tex.slice(rowStart).trim() === '';
    const number =
      row.tag !== null || row.isSilent || isBlank || !display
        ? null
        : numbers.of(row.labels, isNumbered);
    // an empty row at the end would be typeset, with a number
    if (isBlank && row.labels.length === 0) tex = tex.slice(0, rowStart - 2);
    if (number !== null) tex += `\\tag{${number}}`;
    for (const label of row.labels) labels.set(label, number ?? row.tag ?? '');
    row = emptyRow();
  };
  for (const { name, argument, start, end } of tokensOf(source)) {
    const all = source.slice(start, end);
    tex += source.slice(at, start);
    at = end;
    const outer = open.length === 1 ? open[0] : undefined;
    if (name === '\\begin' && argument !== null) open.push({ name: argument, depth: 0 });
    else if (name === '\\end' && argument !== null) {
      if (outer !== undefined) endRow(true);
      open.pop();
    } else if (name === '\\\\' && outer?.depth === 0 && !single.has(outer.name)) {
      endRow(false);
      rowStart = tex.length + 2;
    } else if (name === '{' || name === '}') {
      const inner = open.at(-1);
      if (inner) inner.depth += name === '{' ? 1 : -1;
    }
    if (name === '\\label' && argument !== null) row.labels.push(argument);
    else if (argument !== null && references.has(name)) {
      tex += reference(name, argument, numbers.find(argument));
    } else if (name === '\\tag' || name === '\\tag*') {
      row.tag = argument ?? '';
      const inLine = name === '\\tag' ? `(${argument ?? ''})` : (argument ?? '');
      tex += display || argument === null ? all : `\\qquad\\text{${inLine}}`;
    } else {
      row.isSilent ||= name === '\\notag' || name === '\\nonumber';
      tex += all;
    }
    if (name === '\\begin' && open.length === 1) rowStart = tex.length;
  }
  tex += source.slice(at);
  endRow(false);
  return { tex, labels };
}

const emptyRow = () => ({ labels: [] as string[], tag: null as string | null, isSilent: false });

function reference(command: string, label: string, number: string | undefined): string {
  const text = (number ?? label).replace(/[_#$%&]/g, '\\$&').replace(/[\\^~](?![_#$%&])/g, ' ');
  return command === '\\ref' ? `\\text{${text}}` : `\\text{(${text})}`;
}

/** Maximum characters of a formula to typeset. */
const longest = 4_000;

const marks = '\\label \\ref \\eqref \\autoref \\cref \\Cref \\tag \\begin'.split(' ');
/** Returns whether TeX may contain any of these marks. */
const hasAny = (tex: string): boolean => marks.some((mark) => tex.includes(mark));

/** Returns the labels of a block's formulas with their values, and the number of numbered equations after it. */
export function countEquations(
  { type, text, complete }: { type: string; text: string; complete: boolean },
  before: number,
): { readonly labels: ReadonlyMap<string, string>; readonly count: number } {
  let count = before;
  const numbers: Numbers = {
    of: (labels, isNumbered) => {
      if (!isNumbered && labels.length === 0) return null;
      count += 1;
      return String(count);
    },
    find: () => undefined,
  };
  const all = new Map<string, string>();
  const isMath = type === 'math' && complete;
  const isText = /^(?:paragraph|heading)$/.test(type) && text.includes('\\label');
  if ((!isMath || !hasAny(text)) && !isText) return { labels: all, count };
  for (const part of isMath ? [text] : text.split(/\$\$|\\\[|\\\]/)) {
    if (part.length > longest || (!isMath && !part.includes('\\label'))) continue;
    for (const [label, number] of numberRows(part, true, numbers).labels) {
      if (number !== '') all.set(label, number);
    }
  }
  return { labels: all, count };
}

/** Returns the labels that TeX refers to or defines. */
export function labelsIn(tex: string): string[] {
  if (tex.length > longest || !hasAny(tex)) return [];
  return [...tokensOf(tex)].flatMap(({ name, argument }) =>
    argument !== null && (name === '\\label' || references.has(name)) ? [argument] : [],
  );
}

/** Returns a block's TeX for typesetting, after `before` numbered equations. */
export function texOfBlock(tex: string, before: number, find: Numbers['find']): string {
  if (tex.length > longest || !hasAny(tex)) return tex;
  let count = before;
  const of: Numbers['of'] = (labels, isNumbered) => {
    if (!isNumbered && labels.length === 0) return null;
    count += 1;
    return String(count);
  };
  return numberRows(tex, true, { of, find }).tex;
}

/** Returns an inline formula's TeX for typesetting. */
export function texInLine(tex: string, display: boolean, find: Numbers['find']): string {
  if (tex.length > longest || !hasAny(tex)) return tex;
  const of: Numbers['of'] = ([label]) => (label === undefined ? null : (find(label) ?? null));
  return numberRows(tex, display, { of, find }).tex;
}

const prose = /\\(ref|eqref|autoref|[cC]ref)\{([^{}\s]{1,200})\}/y;

/** Reads a reference to an equation at a position. */
export function readReferenceTo(
  text: string,
  at: number,
): { readonly label: string; readonly end: number; readonly isBare: boolean } | null {
  prose.lastIndex = at;
  const [all, command, label] = prose.exec(text) ?? [];
  if (all === undefined || label === undefined) return null;
  return { label, end: at + all.length, isBare: command === 'ref' };
}
