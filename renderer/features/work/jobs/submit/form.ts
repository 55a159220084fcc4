import { readDirectives as readScript } from '../../../../../common/scripts/directives.ts';
import type { JobSubmission } from '../../../../../preload/contract/work/jobs.ts';
import type { JobDraft } from '../../../../kit/index.ts';
import {
  type Directive,
  type DirectiveField,
  limitSeconds,
  readDirectives,
  type Scheduler,
  variablesOf,
  withVariables,
} from './directives.ts';

export type SubmitForm = JobDraft;

export const emptyForm: SubmitForm = { machine: '', script: '', folder: '', variables: {} };

/** Why a form cannot be sent, the first one first. */
export type Missing = 'script' | 'machine' | 'variables';

export interface Reading {
  readonly directives: ReadonlyMap<DirectiveField, Directive>;
  readonly variables: readonly string[];
  readonly missing: Missing | null;
  /** The script has directives of the other scheduler, which this system's does not read. */
  readonly foreign: boolean;
  /** The folder of a job whose field is empty: the absolute one that a line names, else the home. */
  readonly folder: string | null;
  /** Values that the app cannot read: their line counts, no field is sent. */
  readonly unread: ReadonlySet<DirectiveField>;
  /** Null while something is missing. */
  readonly submission: JobSubmission | null;
}

const marks: Readonly<Record<Scheduler, RegExp>> = { slurm: /^#SBATCH\b/m, pjm: /^#PJM\b/m };

/**
 * Reads the form: the script's directives, what is missing, and what would be submitted.
 * @param home the folder of a job that names none; null: it is not known, or needs none
 */
export function readForm(
  form: SubmitForm,
  scheduler: Scheduler,
  home: string | null = null,
): Reading {
  const variables = variablesOf(form.script);
  const script = withVariables(form.script, new Map(Object.entries(form.variables)));
  const directives = new Map(
    readDirectives(form.script, scheduler).map((one) => [one.field, one] as const),
  );
  const value = new Map(
    readDirectives(script, scheduler).map((one) => [one.field, one.value] as const),
  );
  const text = (field: DirectiveField): string | null => value.get(field)?.trim() || null;
  const nodes = text('nodes');
  const limit = text('limit');
  const nodeCount =
    nodes !== null && /^\d{1,6}$/.test(nodes) && Number(nodes) > 0 ? Number(nodes) : null;
  const seconds = limit === null ? null : limitSeconds(limit, scheduler);
  const unread = new Set<DirectiveField>();
  if (nodes !== null && nodeCount === null) unread.add('nodes');
  if (limit !== null && (seconds === null || seconds === 0)) unread.add('limit');
  const named = folderIn(script);
  const other: Scheduler = scheduler === 'slurm' ? 'pjm' : 'slurm';
  const missing: Missing | null =
    form.script.trim() === ''
      ? 'script'
      : form.machine === ''
        ? 'machine'
        : variables.some((name) => (form.variables[name] ?? '').trim() === '')
          ? 'variables'
          : null;
  return {
    directives,
    variables,
    missing,
    foreign: marks[other].test(form.script),
    folder: named ?? home,
    unread,
    submission:
      missing === null
        ? {
            machine: form.machine,
            script,
            name: text('name'),
            queue: text('queue'),
            project: text('project'),
            nodes: nodeCount,
            limitSeconds: seconds === 0 ? null : seconds,
            array: text('array'),
            folder: form.folder.trim() || (named === null ? home : null),
          }
        : null,
  };
}

function folderIn(script: string): string | null {
  const folder = readScript(script).folder?.value ?? '';
  return folder.startsWith('/') ? folder : null;
}
