import {
  type Directives,
  readDirectives,
  type Scheduler,
} from '../../../../../common/scripts/directives.ts';
import type { JobSubmission } from '../../../../../preload/contract/work/jobs.ts';
import type { JobDraft } from '../../../../kit/index.ts';
import { variablesOf, withVariables } from './directives.ts';

export type SubmitForm = JobDraft;

export const emptyForm: SubmitForm = { machine: '', script: '', folder: '', variables: {} };

/** Why a form cannot be sent, the first one first. */
export type Missing = 'script' | 'machine' | 'variables';

export interface Reading {
  readonly directives: Directives;
  readonly variables: readonly string[];
  readonly missing: Missing | null;
  /** The script has directives of the other scheduler, which this system's does not read. */
  readonly foreign: boolean;
  /** Values that the app cannot read: their line counts, no field is sent. */
  readonly unread: readonly ('nodes' | 'limitSeconds')[];
  /** Null while something is missing. */
  readonly submission: JobSubmission | null;
}

/** Reads the form: the script's directives, what is missing, and what would be submitted. */
export function readForm(form: SubmitForm, scheduler: Scheduler): Reading {
  const variables = variablesOf(form.script);
  const script = withVariables(form.script, new Map(Object.entries(form.variables)));
  const said = readDirectives(script, scheduler);
  const { name, queue, project, nodes, limitSeconds, array } = said;
  const unread = (['nodes', 'limitSeconds'] as const).filter(
    (field) => said[field]?.value === null && said[field].text.trim() !== '',
  );
  const missing: Missing | null =
    form.script.trim() === ''
      ? 'script'
      : form.machine === ''
        ? 'machine'
        : variables.some((name) => (form.variables[name] ?? '').trim() === '')
          ? 'variables'
          : null;
  return {
    directives: readDirectives(form.script, scheduler),
    variables,
    missing,
    foreign: said.foreign.length > 0,
    unread,
    submission:
      missing === null
        ? {
            machine: form.machine,
            script,
            name: name?.value ?? null,
            queue: queue?.value ?? null,
            project: project?.value ?? null,
            nodes: nodes?.value ?? null,
            limitSeconds: limitSeconds?.value ?? null,
            array: array?.value ?? null,
            folder: form.folder.trim() || null,
          }
        : null,
  };
}
