/** What of a script's directives the form shows. */
export const directiveFields = ['name', 'queue', 'project', 'nodes', 'limit', 'array'] as const;
export type DirectiveField = (typeof directiveFields)[number];

export type Scheduler = 'slurm' | 'pjm';

/** A value that a directive gives to a field. */
export interface Directive {
  readonly field: DirectiveField;
  readonly value: string;
  /** From 1. */
  readonly line: number;
  /** Where the value stands in the script. */
  readonly from: number;
  readonly to: number;
}

const prefixes: Readonly<Record<Scheduler, string>> = { slurm: '#SBATCH', pjm: '#PJM' };

/** sbatch(1). */
const slurmOptions: Readonly<Record<string, DirectiveField>> = {
  '--job-name': 'name',
  '-J': 'name',
  '--partition': 'queue',
  '-p': 'queue',
  '--account': 'project',
  '-A': 'project',
  '--nodes': 'nodes',
  '-N': 'nodes',
  '--time': 'limit',
  '-t': 'limit',
  '--array': 'array',
  '-a': 'array',
};

/** pjsub, as the demo and the field's scheduler read it. */
const pjmOptions: Readonly<Record<string, DirectiveField>> = {
  '-N': 'name',
  '--name': 'name',
  '-g': 'project',
  '--sparam': 'array',
};
const pjmResources: Readonly<Record<string, DirectiveField>> = {
  rscgrp: 'queue',
  node: 'nodes',
  elapse: 'limit',
};

interface Word {
  readonly text: string;
  readonly from: number;
}

/** Splits a line at blanks; quotes keep blanks together and are left out of values that they surround. */
function wordsOf(line: string, offset: number): Word[] {
  const words: Word[] = [];
  for (const match of line.matchAll(/"[^"]*"|'[^']*'|[^\s"']+/g)) {
    const last = words.at(-1);
    const from = offset + match.index;
    if (last !== undefined && last.from + last.text.length === from) {
      words[words.length - 1] = { text: last.text + match[0], from: last.from };
    } else words.push({ text: match[0], from });
  }
  return words;
}

/** Reads the directives of a script; of several for one field the last counts, as with the schedulers. */
export function readDirectives(script: string, scheduler: Scheduler): readonly Directive[] {
  const found = new Map<DirectiveField, Directive>();
  let offset = 0;
  let number = 0;
  for (const line of script.split('\n')) {
    number += 1;
    const prefix = prefixes[scheduler];
    if (line.startsWith(prefix)) {
      const words = wordsOf(line.slice(prefix.length), offset + prefix.length);
      for (const one of scheduler === 'slurm' ? slurmOf(words) : pjmOf(words)) {
        found.set(one.field, { ...one, line: number });
      }
    } else if (scheduler === 'slurm' && line.trim() !== '' && !line.trimStart().startsWith('#')) {
      // sbatch stops reading at the first command
      break;
    }
    offset += line.length + 1;
  }
  return [...found.values()];
}

type Found = Omit<Directive, 'line'>;

function valueAt(field: DirectiveField, { text, from }: Word): Found {
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  const value = quoted?.[2] ?? text;
  const start = quoted === null ? from : from + 1;
  return { field, value, from: start, to: start + value.length };
}

function slurmOf(words: readonly Word[]): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const { text, from } = word;
    const equals = text.startsWith('--') ? text.indexOf('=') : -1;
    const name = equals === -1 ? text : text.slice(0, equals);
    const short = text.slice(0, 2);
    const field = slurmOptions[name];
    const next = words[at + 1];
    if (field !== undefined && equals !== -1) {
      found.push(valueAt(field, { text: text.slice(equals + 1), from: from + equals + 1 }));
    } else if (field !== undefined && next !== undefined) {
      found.push(valueAt(field, next));
      at += 1;
    } else if (!text.startsWith('--') && text.length > 2 && slurmOptions[short] !== undefined) {
      found.push(valueAt(slurmOptions[short], { text: text.slice(2), from: from + 2 }));
    }
  }
  return found;
}

function pjmOf(words: readonly Word[]): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const next = words[at + 1];
    if (word === undefined || next === undefined) break;
    const field = pjmOptions[word.text];
    if (field !== undefined) found.push(valueAt(field, next));
    else if (word.text === '-L' || word.text === '--rsc-list') found.push(...resourcesOf(next));
    else continue;
    at += 1;
  }
  return found;
}

/** `rscgrp=small,node=1,elapse=00:05:00` */
function resourcesOf({ text, from }: Word): Found[] {
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  let start = from + (quoted === null ? 0 : 1);
  const found: Found[] = [];
  for (const part of (quoted?.[2] ?? text).split(',')) {
    const equals = part.indexOf('=');
    const field = pjmResources[part.slice(0, Math.max(0, equals))];
    if (field !== undefined) {
      const value = part.slice(equals + 1);
      found.push({ field, value, from: start + equals + 1, to: start + part.length });
    }
    start += part.length + 1;
  }
  return found;
}

const slurmNames: Readonly<Record<DirectiveField, string>> = {
  name: '--job-name=',
  queue: '--partition=',
  project: '--account=',
  nodes: '--nodes=',
  limit: '--time=',
  array: '--array=',
};
const pjmNames: Readonly<Record<DirectiveField, string>> = {
  name: '-N ',
  queue: '-L rscgrp=',
  project: '-g ',
  nodes: '-L node=',
  limit: '-L elapse=',
  array: '--bulk --sparam ',
};

/**
 * Writes a field's value into the script: over the value of its directive, or as a line after the last directive. An empty
 * value takes the line out if it has nothing else.
 */
export function writeDirective(
  script: string,
  scheduler: Scheduler,
  change: { readonly field: DirectiveField; readonly value: string },
): string {
  const { field, value } = change;
  const known = readDirectives(script, scheduler).find((one) => one.field === field);
  const prefix = prefixes[scheduler];
  const names = scheduler === 'slurm' ? slurmNames : pjmNames;
  if (known !== undefined) {
    const changed = script.slice(0, known.from) + value + script.slice(known.to);
    if (value !== '') return changed;
    const lines = changed.split('\n');
    const line = lines[known.line - 1] ?? '';
    // `-L node=` alone, or with other resources beside it
    const rest = line
      .slice(prefix.length)
      .replace(/\b(?:rscgrp|node|elapse)=(?:,|(?=\s|$))/, '')
      .replace(/,(?=\s|$)/, '')
      .trim();
    const isEmpty = wordsOf(rest, 0).every(({ text }) => text.startsWith('-'));
    lines.splice(known.line - 1, 1, ...(isEmpty ? [] : [`${prefix} ${rest}`]));
    return lines.join('\n');
  }
  if (value === '') return script;
  const lines = script.split('\n');
  const last = lines.findLastIndex((line) => line.startsWith(prefix));
  const place = last !== -1 ? last + 1 : lines[0]?.startsWith('#!') === true ? 1 : 0;
  lines.splice(place, 0, `${prefix} ${names[field]}${value}`);
  return lines.join('\n');
}

/**
 * Reads a time limit in seconds: Slurm's `minutes`, `minutes:seconds`, `hours:minutes:seconds`, `days-hours[:minutes[:seconds]]`;
 * elsewhere `seconds`, `minutes:seconds`, `hours:minutes:seconds`. Null if it is none of them.
 */
export function limitSeconds(text: string, scheduler: Scheduler): number | null {
  const match = /^(?:(\d{1,4})-)?(\d{1,9})(?::(\d{1,2}))?(?::(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, days, ...given] = match;
  const parts = given.filter((part) => part !== undefined).map(Number);
  const [a = 0, b = 0, c = 0] = parts;
  if (days !== undefined) {
    return scheduler === 'slurm' ? ((Number(days) * 24 + a) * 60 + b) * 60 + c : null;
  }
  if (parts.length === 1) return scheduler === 'slurm' ? a * 60 : a;
  return parts.length === 2 ? a * 60 + b : (a * 60 + b) * 60 + c;
}

/** Returns the names of a template's variables, `{{name}}`, in order. */
export function variablesOf(script: string): readonly string[] {
  return [
    ...new Set([...script.matchAll(/\{\{([A-Za-z_]\w{0,40})\}\}/g)].map(([, name = '']) => name)),
  ];
}

/** Replaces variables that have a value; others stay as they are. */
export function withVariables(script: string, values: ReadonlyMap<string, string>): string {
  return script.replace(/\{\{([A-Za-z_]\w{0,40})\}\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined || value === '' ? whole : value;
  });
}
