/** What the demo's scheduler reads in a job script's `#PJM` lines; the last one of a name counts. */
export interface JobRequest {
  readonly name: string;
  readonly group: string;
  readonly resourceGroup: string;
  readonly nodes: number;
  /** Seconds. */
  readonly elapseLimit: number;
  /** Bulk numbers of an array; null for a job by itself. */
  readonly bulk: readonly number[] | null;
  readonly output: string | null;
  readonly errors: string | null;
}

/** Something a job prints, `at` seconds after its start. */
export interface Printed {
  readonly at: number;
  readonly stream: 'output' | 'errors';
  readonly text: string;
}

/** What a job does: everything it prints, and its end. */
export interface JobCourse {
  readonly printed: readonly Printed[];
  /** Seconds from start to end. */
  readonly seconds: number;
  readonly exitCode: number;
}

/** Longest `sleep` and longest job of the demo, seconds. */
const longestSleep = 3600;
const mostLines = 200;
const mostTasks = 100;
/** Seconds of a program that the demo cannot run. */
const programSeconds = 4;

/** Reads the directives. @throws Error with the scheduler's words, where one has no meaning */
export function readRequest(script: string, options: string): JobRequest {
  const words = [
    ...script
      .split(/\r?\n/)
      .filter((line) => line.startsWith('#PJM'))
      .flatMap((line) => splitWords(line.slice('#PJM'.length))),
    ...splitWords(options),
  ];
  const request = {
    name: 'job',
    group: 'demo-project',
    resourceGroup: 'small',
    nodes: 1,
    elapseLimit: 600,
    bulk: null as readonly number[] | null,
    output: null as string | null,
    errors: null as string | null,
  };
  const value = (index: number): string => {
    const next = words[index];
    if (next === undefined) throw new Error(`${words[index - 1]} needs a value`);
    return next;
  };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '-N' || word === '--name') request.name = value(++index);
    else if (word === '-g') request.group = value(++index);
    else if (word === '-o') request.output = value(++index);
    else if (word === '-e') request.errors = value(++index);
    else if (word === '--sparam') request.bulk = readRange(value(++index));
    else if (word === '-L') Object.assign(request, readResources(value(++index)));
    else if (!['-j', '-S', '-s', '--bulk', '-x', '-X'].includes(word)) {
      throw new Error(`${word} is not an option`);
    }
  }
  return request;
}

function readResources(text: string): Partial<JobRequest> {
  const found: { resourceGroup?: string; nodes?: number; elapseLimit?: number } = {};
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    if (name === 'rscgrp') found.resourceGroup = value;
    else if (name === 'node') found.nodes = wholeNumber(value.split('x')[0] ?? '', 'node');
    else if (name === 'elapse') found.elapseLimit = readElapse(value);
  }
  return found;
}

/** Reads `hh:mm:ss`, `mm:ss` or seconds. */
function readElapse(text: string): number {
  const parts = text.split(':').map((part) => wholeNumber(part, 'elapse'));
  return parts.reduce((seconds, part) => seconds * 60 + part, 0);
}

/** Reads `0-3` as 0, 1, 2, 3. */
function readRange(text: string): number[] {
  const [first = '', last = first] = text.split('-');
  const from = wholeNumber(first, '--sparam');
  const to = wholeNumber(last, '--sparam');
  if (to < from || to - from >= mostTasks) throw new Error(`--sparam ${text} is not a range`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function wholeNumber(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name}: ${text} is not a number`);
  return Number(text);
}

/**
 * Works out what a script does, without running anything: `echo`, `cat`, `sleep`, `date`, `hostname`, `true`, `false`
 * and `exit` are known; any other program takes some seconds and prints that it was not run. `$NAME` is replaced.
 */
export async function followScript(
  script: string,
  context: {
    readonly variables: Readonly<Record<string, string>>;
    readonly read: (path: string) => Promise<string | null>;
  },
): Promise<JobCourse> {
  const variables = new Map(Object.entries(context.variables));
  const printed: Printed[] = [];
  let at = 0;
  let exitCode = 0;
  const print = (text: string, stream: Printed['stream'] = 'output'): void => {
    if (printed.length < mostLines) printed.push({ at, stream, text: `${text}\n` });
  };
  for (const line of script.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const assigned = /^([A-Za-z_]\w*)=(\S*)$/.exec(trimmed);
    if (assigned?.[1] !== undefined) {
      variables.set(assigned[1], assigned[2] ?? '');
      continue;
    }
    const [program = '', ...args] = splitWords(
      trimmed.replace(/\$\{?([A-Za-z_]\w*)\}?/g, (_, name: string) => variables.get(name) ?? ''),
    );
    exitCode = 0;
    if (program === 'exit') {
      exitCode = Number(args[0] ?? 0) & 255;
      break;
    }
    if (program === 'echo') print(args.join(' '));
    else if (program === 'sleep') at += Math.min(longestSleep, Math.max(0, Number(args[0]) || 0));
    else if (program === 'false') exitCode = 1;
    else if (program === 'hostname') print(variables.get('HOSTNAME') ?? 'node-1');
    else if (program === 'cat') {
      for (const path of args) {
        const text = await context.read(path);
        if (text === null) {
          print(`cat: ${path}: No such file or directory`, 'errors');
          exitCode = 1;
        } else print(text.replace(/\n$/, ''));
      }
    } else if (!['true', 'cd', 'module', 'export', 'set', 'ulimit', 'date'].includes(program)) {
      at += programSeconds;
      print(`[demo] not run: ${[program, ...args].join(' ')}`);
    }
  }
  return { printed, seconds: Math.max(1, at), exitCode };
}

/** Splits a line into words as a POSIX shell does: blanks, single and double quotes, backslashes. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? '';
    if (quote === "'") {
      if (character === quote) quote = '';
      else word = (word ?? '') + character;
    } else if (character === '\\' && index + 1 < line.length) {
      index += 1;
      word = (word ?? '') + (line[index] ?? '');
    } else if (quote === '"') {
      if (character === quote) quote = '';
      else word = (word ?? '') + character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  return word === null ? words : [...words, word];
}
