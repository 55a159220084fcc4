import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Counts } from './counts.ts';

/** Names the file in which a test run records its events: they are there however the run ends. */
export const progressVariable = 'COMPUTE_DESK_PROGRESS';

/** A line of that file. */
export type Note =
  | { readonly kind: 'loaded'; readonly file: string; readonly tests: readonly string[] }
  | {
      readonly kind: 'test';
      readonly file: string;
      readonly test: string;
      readonly state: 'passed' | 'failed' | 'skipped';
      /** Why it failed, even if a retry passed. */
      readonly errors: readonly string[];
    }
  /** All of a file's tests have run; its failures outside of them (loading it, a hook), each a text. */
  | { readonly kind: 'done'; readonly file: string; readonly failures: readonly string[] };

export function note(place: string, note: Note): void {
  appendFileSync(place, `${JSON.stringify(note)}\n`);
}

/** Progress of a run in one file. */
export interface FileProgress {
  readonly file: string;
  readonly done: boolean;
  readonly counts: Counts;
  /** The tests that have not run, or null if the file had not even loaded. */
  readonly open: readonly string[] | null;
  /** Tests that passed only on a retry. */
  readonly retried: readonly Failure[];
  readonly failed: readonly Failure[];
}

/** A test, and why it failed. */
export interface Failure {
  readonly test: string;
  readonly errors: readonly string[];
}

/** Reads the events of a run over `files`. */
export function readProgress(place: string, files: readonly string[]): FileProgress[] {
  const notes = readNotes(place);
  return files.map((file) =>
    progressOf(
      file,
      notes.filter((one) => one.file === file),
    ),
  );
}

function progressOf(file: string, notes: readonly Note[]): FileProgress {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const retried: Failure[] = [];
  const failed: Failure[] = [];
  let open: string[] | null = null;
  let done = false;
  for (const one of notes) {
    if (one.kind === 'loaded') open = [...one.tests];
    else if (one.kind === 'done') {
      done = true;
      counts.failed += one.failures.length;
      failed.push(
        ...one.failures.map((error) => ({ test: '(outside of its tests)', errors: [error] })),
      );
    } else {
      counts[one.state] += 1;
      const at = open?.indexOf(one.test) ?? -1;
      if (at >= 0) open?.splice(at, 1);
      if (one.state === 'failed') failed.push(one);
      else if (one.errors.length > 0) retried.push(one);
    }
  }
  return { file, done, counts, open, retried, failed };
}

/** A killed process may have left half a line at the end. */
function readNotes(place: string): Note[] {
  if (!existsSync(place)) return [];
  const lines = readFileSync(place, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Note);
}
