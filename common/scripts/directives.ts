/** What a job script asks its scheduler for. Null: it does not say. */
interface Directives {
  /** `#SBATCH` or `#PJM`; null for a script with neither. */
  readonly language: 'slurm' | 'pjm' | null;
  readonly name: Directive<string> | null;
  readonly queue: Directive<string> | null;
  readonly project: Directive<string> | null;
  readonly nodes: Directive<number> | null;
  readonly limitSeconds: Directive<number> | null;
  readonly array: Directive<string> | null;
  readonly folder: Directive<string> | null;
  /** What else a script for Slurm asks for, each once: the last line counts. */
  readonly asks: readonly Ask[];
  /** Lines with something that was not understood; they go with the script as they are. */
  readonly others: readonly { readonly line: number; readonly text: string }[];
  readonly problems: readonly {
    readonly line: number;
    readonly field: DirectiveField;
    readonly text: string;
  }[];
}

/** A value with its line, from 1. */
interface Directive<T> {
  readonly value: T;
  readonly line: number;
}

type DirectiveField = Exclude<keyof Directives, 'language' | 'asks' | 'others' | 'problems'>;

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
export type AskName = (typeof askNames)[number] | (typeof askFlags)[number];

const askShort: Readonly<Record<string, AskName>> = {
  ...{ '-n': 'ntasks', '-c': 'cpus-per-task', '-G': 'gpus', '-q': 'qos', '-d': 'dependency' },
  ...{ '-C': 'constraint', '-L': 'licenses', '-i': 'input', '-x': 'exclude', '-w': 'nodelist' },
  ...{ '-o': 'output', '-e': 'error', '-H': 'hold' },
};
/** Characters of a value that is sent. */
const longestAsk = 4096;

/** Returns the option of `sbatch` that a word names; undefined: none that is known. */
function askOf(word: string): AskName | undefined {
  const all: readonly AskName[] = [...askNames, ...askFlags];
  if (!word.startsWith('--')) return Object.hasOwn(askShort, word) ? askShort[word] : undefined;
  return all.find((name) => word === `--${name}`);
}

const isFlag = (name: AskName): boolean => (askFlags as readonly AskName[]).includes(name);

interface Option {
  readonly field: DirectiveField;
  readonly takes: 'text' | 'number' | 'time';
}

const text = (field: DirectiveField): Option => ({ field, takes: 'text' });

const slurmOptions: Readonly<Record<string, Option>> = {
  '-J': text('name'),
  '--job-name': text('name'),
  '-p': text('queue'),
  '--partition': text('queue'),
  '-A': text('project'),
  '--account': text('project'),
  '-N': { field: 'nodes', takes: 'number' },
  '--nodes': { field: 'nodes', takes: 'number' },
  '-t': { field: 'limitSeconds', takes: 'time' },
  '--time': { field: 'limitSeconds', takes: 'time' },
  '-a': text('array'),
  '--array': text('array'),
  '-D': text('folder'),
  '--chdir': text('folder'),
};

const pjmOptions: Readonly<Record<string, Option>> = {
  '-N': text('name'),
  '--name': text('name'),
  '-g': text('project'),
  '--sparam': text('array'),
};

const pjmResources: Readonly<Record<string, Option>> = {
  rscgrp: text('queue'),
  rg: text('queue'),
  node: { field: 'nodes', takes: 'number' },
  elapse: { field: 'limitSeconds', takes: 'time' },
};

type Read = { -readonly [F in DirectiveField]: Directives[F] };

/**
 * Reads the directives of a job script: those before its first command, of which the last one of a kind counts. Both
 * sides use it: what is shown beside a script is what is sent.
 */
export function readDirectives(script: string): Directives {
  const others: { line: number; text: string }[] = [];
  const problems: Directives['problems'][number][] = [];
  const read: Read = {
    name: null,
    queue: null,
    project: null,
    nodes: null,
    limitSeconds: null,
    array: null,
    folder: null,
  };
  const asks = new Map<AskName, Ask>();
  let language: Directives['language'] = null;
  const take = (option: Option, value: string, line: number, isSlurm: boolean): void => {
    const { field, takes } = option;
    const found = takes === 'text' ? value : readValue(takes, value, isSlurm);
    if (found === null || found === '') problems.push({ line, field, text: value.slice(0, 200) });
    else Object.assign(read, { [field]: { value: found, line } });
  };
  for (const [index, row] of script.split('\n').entries()) {
    const line = index + 1;
    const said = row.trim();
    if (said !== '' && !said.startsWith('#')) break;
    const marker = markers.find(
      ({ word }) => row.startsWith(word) && /^\s/.test(row.slice(word.length)),
    );
    if (marker === undefined) continue;
    language ??= marker.language;
    if (marker.language !== language) continue;
    const words = splitWords(row.slice(marker.word.length));
    const options = language === 'slurm' ? slurmOptions : pjmOptions;
    let known = words.length > 0;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? '';
      const [name = '', given] = language === 'slurm' ? splitShort(word) : splitAt(word);
      const next = (): string => given ?? words[++at] ?? '';
      if (language === 'pjm' && name === '-L') {
        for (const part of next().split(',')) {
          const [resource = '', value = ''] = splitAt(part);
          const option = own(pjmResources, resource);
          if (option === undefined) known = false;
          else take(option, resource === 'node' ? (value.split('x')[0] ?? '') : value, line, false);
        }
      } else {
        const option = own(options, name);
        const ask = language === 'slurm' ? askOf(name) : undefined;
        if (option !== undefined) take(option, next(), line, language === 'slurm');
        else if (ask !== undefined) {
          const value = isFlag(ask) ? (given ?? '') : next();
          const kept = isFlag(ask) || value !== '';
          if (kept && value.length <= longestAsk) asks.set(ask, { name: ask, value, line });
          else known = false;
        } else if (name !== '--bulk') known = false;
      }
    }
    if (!known) others.push({ line, text: row.slice(0, 200) });
  }
  return { language, ...read, asks: [...asks.values()], others, problems };
}

const markers = [
  { word: '#SBATCH', language: 'slurm' },
  { word: '#PJM', language: 'pjm' },
] as const;

const own = (options: Readonly<Record<string, Option>>, name: string): Option | undefined =>
  Object.hasOwn(options, name) ? options[name] : undefined;

/** Splits `--name=value`. */
function splitAt(word: string): [string, string | undefined] {
  const at = word.indexOf('=');
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

/** Splits `--name=value`, and `-n4` as `sbatch` does. */
function splitShort(word: string): [string, string | undefined] {
  const isGlued = /^-[A-Za-z][^=]/.test(word);
  return isGlued ? [word.slice(0, 2), word.slice(2)] : splitAt(word);
}

/** Splits words as a shell does; a comment ends them. */
function splitWords(rest: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const char of rest) {
    if (quote !== null) {
      if (char === quote) quote = null;
      else word = (word ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (char === '#' && word === null) break;
    else word = (word ?? '') + char;
  }
  if (word !== null) words.push(word);
  return words;
}

/** Returns null for what is none. */
function readValue(takes: 'number' | 'time', value: string, isSlurm: boolean): number | null {
  if (takes === 'time') return isSlurm ? slurmSeconds(value) : pjmSeconds(value);
  // `2-4` asks for at least two.
  const [least = ''] = value.split('-');
  return /^\d{1,7}$/.test(least) && Number(least) > 0 ? Number(least) : null;
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
