/** Whose directives a script has: `#SBATCH` or `#PJM`. */
export type Scheduler = 'slurm' | 'pjm';

/** Of what a directive may say, what a submission has a field for. */
export const directiveFields = [
  ...(['name', 'queue', 'project', 'nodes', 'limitSeconds', 'array', 'folder'] as const),
] as const;
export type DirectiveField = (typeof directiveFields)[number];

/** What a job script asks its scheduler for. Null: it does not say. */
export interface Directives {
  readonly name: Directive<string> | null;
  readonly queue: Directive<string> | null;
  readonly project: Directive<string> | null;
  readonly nodes: Directive<number> | null;
  readonly limitSeconds: Directive<number> | null;
  readonly array: Directive<string> | null;
  readonly folder: Directive<string> | null;
  /** What else a script for Slurm asks for, each once: the last line counts. */
  readonly asks: readonly Ask[];
  /** Lines, from 1, with something that was not understood; they go with the script as they are. */
  readonly others: readonly number[];
  /** Lines with directives of another scheduler. */
  readonly foreign: readonly number[];
}

export interface Directive<T> {
  /** Null: no field can say it, such as a shape of nodes, no limit at all, or a folder that is not absolute. */
  readonly value: T | null;
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Where the text stands in the script, without quotes around it. */
  readonly from: number;
  readonly to: number;
  /** Where all that says it stands: its option too, or its place in a list of resources. */
  readonly whole: Span;
}

/** A place in the script. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An option of `sbatch` by its long name, with its line, from 1. */
export interface Ask {
  readonly name: AskName;
  /** Empty for an option that has no value. */
  readonly value: string;
  readonly line: number;
}

const askNames = [
  ...(['ntasks', 'ntasks-per-node', 'ntasks-per-socket', 'ntasks-per-core'] as const),
  ...(['cpus-per-task', 'threads-per-core', 'mem', 'mem-per-cpu'] as const),
  ...(['gres', 'gpus', 'gpus-per-node', 'gpus-per-socket', 'gpus-per-task'] as const),
  ...(['qos', 'dependency', 'constraint', 'reservation', 'licenses', 'wckey'] as const),
  ...(['output', 'error', 'input', 'open-mode', 'mail-user', 'mail-type'] as const),
  ...(['exclude', 'nodelist'] as const),
] as const;
/** Options that stand alone, or with a value behind `=`. */
const askFlags = ['exclusive', 'hold', 'nice', 'requeue', 'no-requeue'] as const;
/** `nodes`: a range of them; a number has a field of its own. */
export type AskName = (typeof askNames)[number] | (typeof askFlags)[number] | 'nodes';

const askShort: Readonly<Record<string, AskName>> = {
  ...{ '-n': 'ntasks', '-c': 'cpus-per-task', '-G': 'gpus', '-q': 'qos', '-d': 'dependency' },
  ...{ '-C': 'constraint', '-L': 'licenses', '-i': 'input', '-x': 'exclude', '-w': 'nodelist' },
  ...{ '-o': 'output', '-e': 'error', '-H': 'hold' },
};
/** Characters of a value that is sent. */
const longestAsk = 4096;
const longest = { text: 200, path: 4000 };
const most = { nodes: 1_000_000, seconds: 100_000_000 };

/** Returns the option of `sbatch` that a word names; undefined: none that is known. */
function askOf(word: string): AskName | undefined {
  const all: readonly AskName[] = [...askNames, ...askFlags];
  if (!word.startsWith('--')) return Object.hasOwn(askShort, word) ? askShort[word] : undefined;
  return all.find((name) => word === `--${name}`);
}

const isFlag = (name: AskName): boolean => (askFlags as readonly AskName[]).includes(name);

const slurmOptions: Readonly<Record<string, DirectiveField>> = {
  '-J': 'name',
  '--job-name': 'name',
  '-p': 'queue',
  '--partition': 'queue',
  '-A': 'project',
  '--account': 'project',
  '-N': 'nodes',
  '--nodes': 'nodes',
  '-t': 'limitSeconds',
  '--time': 'limitSeconds',
  '-a': 'array',
  '--array': 'array',
  '-D': 'folder',
  '--chdir': 'folder',
};

const pjmOptions: Readonly<Record<string, DirectiveField>> = {
  '-N': 'name',
  '--name': 'name',
  '-g': 'project',
  '--sparam': 'array',
};

const pjmResources: Readonly<Record<string, DirectiveField>> = {
  rscgrp: 'queue',
  rg: 'queue',
  node: 'nodes',
  elapse: 'limitSeconds',
};

const markers: Readonly<Record<Scheduler, string>> = { slurm: '#SBATCH', pjm: '#PJM' };

/**
 * Reads the directives of a job script: those before its first command, of which the last one of a kind counts. Both
 * sides use it: what is shown beside a script is what is sent.
 */
export function readDirectives(script: string, scheduler: Scheduler): Directives {
  const others: number[] = [];
  const foreign: number[] = [];
  const asks = new Map<AskName, Ask>();
  const read: { -readonly [F in DirectiveField]: Directives[F] } = {
    ...{ name: null, queue: null, project: null, nodes: null },
    ...{ limitSeconds: null, array: null, folder: null },
  };
  const put = (field: DirectiveField, word: Word, whole: Span, line: number): void => {
    const { text } = word;
    const { from, to } = placeOf(word);
    if (scheduler === 'slurm' && field === 'nodes' && isRange(text)) {
      asks.set('nodes', { name: 'nodes', value: text, line });
    } else if (field === 'nodes') asks.delete('nodes');
    const value = readValue(field, text, scheduler);
    Object.assign(read, { [field]: { value, text, line, from, to, whole } });
  };
  const mark = markers[scheduler];
  const otherMark = markers[scheduler === 'slurm' ? 'pjm' : 'slurm'];
  let offset = 0;
  let line = 0;
  for (const row of script.split('\n')) {
    line += 1;
    const said = row.trim();
    if (said !== '' && !said.startsWith('#')) break;
    if (isMarked(row, otherMark)) foreign.push(line);
    if (isMarked(row, mark)) {
      const words = splitWords(row.slice(mark.length), offset + mark.length);
      const isKnown =
        scheduler === 'slurm'
          ? readSlurm(
              words,
              (field, word, whole) => put(field, word, whole, line),
              (ask) => asks.set(ask.name, { ...ask, line }),
            )
          : readPjm(words, (field, word, whole) => put(field, word, whole, line));
      if (!isKnown) others.push(line);
    }
    offset += row.length + 1;
  }
  return { ...read, asks: [...asks.values()], others, foreign };
}

/** `2-4`: from two to four. */
const isRange = (nodes: string): boolean => /^\d{1,7}-\d{1,7}$/.test(nodes);

const isMarked = (row: string, mark: string): boolean =>
  row.startsWith(mark) && /^\s/.test(row.slice(mark.length));

type Put = (field: DirectiveField, word: Word, whole: Span) => void;

/** Returns whether all words of a line were understood. */
function readSlurm(
  words: readonly Word[],
  put: Put,
  ask: (one: Omit<Ask, 'line'>) => void,
): boolean {
  let isKnown = words.length > 0;
  for (let at = 0; at < words.length; at += 1) {
    const option = words[at] ?? noWord;
    const [{ text: name }, given] = splitShort(option);
    const field = own(slurmOptions, name);
    const asked = askOf(name);
    const isAlone = field === undefined && (asked === undefined || isFlag(asked));
    const value = given ?? (isAlone ? noWord : words[++at]);
    if (value === undefined) isKnown = false;
    else if (field !== undefined) put(field, value, spanOf(option, value));
    else if (asked === undefined) isKnown = false;
    else if ((isAlone || value.text !== '') && value.text.length <= longestAsk) {
      ask({ name: asked, value: value.text });
    } else isKnown = false;
  }
  return isKnown;
}

/** Returns whether all words of a line were understood. */
function readPjm(words: readonly Word[], put: Put): boolean {
  let isKnown = words.length > 0;
  for (let at = 0; at < words.length; at += 1) {
    const option = words[at] ?? noWord;
    const before = words[at - 1];
    const [{ text: name }, given] = splitAt(option);
    const field = own(pjmOptions, name);
    const isList = name === '-L' || name === '--rsc-list';
    const value = field === undefined && !isList ? noWord : (given ?? words[++at]);
    if (value === undefined) isKnown = false;
    else if (field !== undefined) {
      // `--bulk` is nothing without its numbers.
      const first = before?.text === '--bulk' ? before : option;
      put(field, value, spanOf(first, value));
    } else if (isList) {
      const parts = partsOf(value);
      for (const [nth, part] of parts.entries()) {
        const [{ text: resource }, amount] = splitAt(part);
        const of = own(pjmResources, resource);
        if (of === undefined || amount === undefined) isKnown = false;
        else put(of, amount, parts.length > 1 ? inList(parts, nth) : spanOf(option, value));
      }
    } else if (name !== '--bulk') isKnown = false;
  }
  return isKnown;
}

const own = (
  options: Readonly<Record<string, DirectiveField>>,
  name: string,
): DirectiveField | undefined => (Object.hasOwn(options, name) ? options[name] : undefined);

/** A word without its quotes. */
interface Word {
  readonly text: string;
  /** Where each of its characters stands in the script, and the place behind the last. */
  readonly at: readonly number[];
}

const noWord: Word = { text: '', at: [] };

const cut = ({ text, at }: Word, from: number, to = text.length): Word => ({
  text: text.slice(from, to),
  at: [...at.slice(from, to), to === text.length ? (at[to] ?? 0) : (at[to - 1] ?? 0) + 1],
});

function placeOf({ text, at }: Word): { readonly from: number; readonly to: number } {
  const from = at[0] ?? 0;
  return { from, to: text === '' ? from : (at[text.length - 1] ?? from) + 1 };
}

/** From the beginning of one word to behind the end of another, with its quote. */
const spanOf = (first: Word, last: Word): Span => ({
  from: first.at[0] ?? 0,
  to: last.at[last.text.length] ?? 0,
});

/** A part of a list, with a comma beside it. */
function inList(parts: readonly Word[], nth: number): Span {
  const [before, part, after] = [parts[nth - 1], parts[nth] ?? noWord, parts[nth + 1]];
  if (after !== undefined) return { from: placeOf(part).from, to: placeOf(after).from };
  return { from: placeOf(before ?? part).to, to: placeOf(part).to };
}

/** Splits `--name=value`. */
function splitAt(word: Word): [Word, Word | undefined] {
  const at = word.text.indexOf('=');
  return at < 0 ? [word, undefined] : [cut(word, 0, at), cut(word, at + 1)];
}

/** Splits `--name=value`, and `-n4` as `sbatch` does. */
function splitShort(word: Word): [Word, Word | undefined] {
  const isGlued = /^-[A-Za-z][^=]/.test(word.text);
  return isGlued ? [cut(word, 0, 2), cut(word, 2)] : splitAt(word);
}

function partsOf(word: Word): Word[] {
  let from = 0;
  return word.text.split(',').map((part) => {
    const one = cut(word, from, from + part.length);
    from += part.length + 1;
    return one;
  });
}

/** Splits words as a shell does; a comment ends them. */
function splitWords(rest: string, offset: number): Word[] {
  const words: Word[] = [];
  let word: { text: string; at: number[] } | null = null;
  let quote: string | null = null;
  const end = (place: number): void => {
    if (word !== null) words.push({ text: word.text, at: [...word.at, place] });
    word = null;
  };
  let place = offset;
  for (const char of rest) {
    if (quote === null && (char === '"' || char === "'")) {
      quote = char;
      word ??= { text: '', at: [] };
    } else if (quote === char) quote = null;
    else if (quote === null && /\s/.test(char)) end(place);
    else if (quote === null && char === '#' && word === null) break;
    else {
      word ??= { text: '', at: [] };
      word.text += char;
      for (let unit = 0; unit < char.length; unit += 1) word.at.push(place + unit);
    }
    place += char.length;
  }
  end(place);
  return words;
}

/** Returns null for what no field can say. */
function readValue(
  field: DirectiveField,
  given: string,
  scheduler: Scheduler,
): string | number | null {
  const text = given.trim();
  if (field === 'nodes') return countOf(text, most.nodes);
  if (field === 'limitSeconds') {
    const seconds = scheduler === 'slurm' ? slurmSeconds(text) : pjmSeconds(text);
    // `--time=0` asks for no limit.
    return seconds === null || seconds === 0 || seconds > most.seconds ? null : seconds;
  }
  const isPath = field === 'folder';
  if (text === '' || text.length > longest[isPath ? 'path' : 'text'] || /\p{Cc}/u.test(text)) {
    return null;
  }
  return isPath && !text.startsWith('/') ? null : text;
}

function countOf(text: string, atMost: number): number | null {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return number > 0 && number <= atMost ? number : null;
}

/** `minutes`, `minutes:seconds`, `hours:minutes:seconds`, `days-hours`, `days-hours:minutes`, `days-hours:minutes:seconds` */
function slurmSeconds(value: string): number | null {
  const dash = value.indexOf('-');
  const days = dash < 0 ? '0' : value.slice(0, dash);
  const parts = value.slice(dash + 1).split(':');
  if (![days, ...parts].every((part) => /^\d{1,7}$/.test(part)) || parts.length > 3) return null;
  const [a = 0, b = 0, c = 0] = parts.map(Number);
  if (dash >= 0) return Number(days) * 86_400 + a * 3600 + b * 60 + c;
  if (parts.length === 3) return a * 3600 + b * 60 + c;
  return a * 60 + b;
}

/** Seconds, `minutes:seconds`, or `hours:minutes:seconds` */
function pjmSeconds(value: string): number | null {
  const parts = value.split(':');
  if (!parts.every((part) => /^\d{1,7}$/.test(part)) || parts.length > 3) return null;
  return parts.reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
