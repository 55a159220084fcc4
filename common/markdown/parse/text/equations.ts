/** Under which a number stands among the definitions of a text: no label of a link has this character. */
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
  /** Of those commands that matter here; null where it is none of a few letters. */
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
  /** The number of a row that shows none of its own; null for none. */
  readonly of: (labels: readonly string[], isNumbered: boolean) => string | null;
  /** What a label stands for; undefined while that is not known. */
  readonly find: (label: string) => string | undefined;
}

interface Numbered {
  /** With numbers for labels: what sets formulas knows no labels. */
  readonly tex: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** Takes the labels out of TeX and puts numbers in, of rows and of what is referred to. */
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
    // an empty row at the end would be set, with a number
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

/** Characters of a formula: longer ones are not set. */
const longest = 4_000;

const marks = '\\label \\ref \\eqref \\autoref \\cref \\Cref \\tag \\begin'.split(' ');
/** Whether TeX may have something of this. */
const hasAny = (tex: string): boolean => marks.some((mark) => tex.includes(mark));

/** Labels of a block's formulas with what they stand for, and how many equations have a number behind it. */
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

/** The labels that TeX refers to or has. */
export function labelsIn(tex: string): string[] {
  if (tex.length > longest || !hasAny(tex)) return [];
  return [...tokensOf(tex)].flatMap(({ name, argument }) =>
    argument !== null && (name === '\\label' || references.has(name)) ? [argument] : [],
  );
}

/** TeX of a block as it is set, `before` equations having a number. */
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

/** TeX of a formula in a line as it is set. */
export function texInLine(tex: string, display: boolean, find: Numbers['find']): string {
  if (tex.length > longest || !hasAny(tex)) return tex;
  const of: Numbers['of'] = ([label]) => (label === undefined ? null : (find(label) ?? null));
  return numberRows(tex, display, { of, find }).tex;
}

const prose = /\\(ref|eqref|autoref|[cC]ref)\{([^{}\s]{1,200})\}/y;

/** What refers to an equation at a place of a text. */
export function readReferenceTo(
  text: string,
  at: number,
): { readonly label: string; readonly end: number; readonly isBare: boolean } | null {
  prose.lastIndex = at;
  const [all, command, label] = prose.exec(text) ?? [];
  if (all === undefined || label === undefined) return null;
  return { label, end: at + all.length, isBare: command === 'ref' };
}
