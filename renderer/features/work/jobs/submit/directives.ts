import {
  type DirectiveField,
  readDirectives,
  type Scheduler,
} from '../../../../../common/scripts/directives.ts';

/** A field that stands in the script: the folder has one of its own. */
export type FormField = Exclude<DirectiveField, 'folder'>;

const prefixes: Readonly<Record<Scheduler, string>> = { slurm: '#SBATCH', pjm: '#PJM' };

const slurmNames: Readonly<Record<FormField, string>> = {
  name: '--job-name=',
  queue: '--partition=',
  project: '--account=',
  nodes: '--nodes=',
  limitSeconds: '--time=',
  array: '--array=',
};
const pjmNames: Readonly<Record<FormField, string>> = {
  name: '-N ',
  queue: '-L rscgrp=',
  project: '-g ',
  nodes: '-L node=',
  limitSeconds: '-L elapse=',
  array: '--bulk --sparam ',
};

/**
 * Writes a field's value into the script: over the value of its directive, or as a line after the last directive. An empty
 * value takes the directive out, and its line if it has nothing else.
 */
export function writeDirective(
  script: string,
  scheduler: Scheduler,
  change: { readonly field: FormField; readonly value: string },
): string {
  const { field, value } = change;
  const known = readDirectives(script, scheduler)[field];
  const prefix = prefixes[scheduler];
  const names = scheduler === 'slurm' ? slurmNames : pjmNames;
  if (known !== null) {
    if (value !== '') return script.slice(0, known.from) + value + script.slice(known.to);
    const { from, to } = known.whole;
    const lines = (script.slice(0, from) + script.slice(to)).split('\n');
    const rest = (lines[known.line - 1] ?? '').slice(prefix.length).trim();
    lines.splice(known.line - 1, 1, ...(/^(?:#|$)/.test(rest) ? [] : [`${prefix} ${rest}`]));
    return lines.join('\n');
  }
  if (value === '') return script;
  const lines = script.split('\n');
  const last = lines.findLastIndex((line) => line.startsWith(prefix));
  const place = last !== -1 ? last + 1 : lines[0]?.startsWith('#!') === true ? 1 : 0;
  lines.splice(place, 0, `${prefix} ${names[field]}${value}`);
  return lines.join('\n');
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
