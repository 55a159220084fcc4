import { AppError, type AppErrorData } from '../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../preload/contract/index.ts';
import type { JobRow } from '../../../preload/contract/work/jobs.ts';
import type { JobOperations } from '../operations/types.ts';
import type { Book } from './book.ts';
import { inTurns, missing } from './system-jobs.ts';
import { isTaskOf, readTaskKey, rowsOf } from './view.ts';

/** Asks to cancel jobs, or tasks of arrays, some at a time; a refusal stops none of the others. */
export async function cancelEach(
  operations: JobOperations,
  book: Book,
  keys: readonly string[],
): Promise<CallOutput<'jobs.cancel'>> {
  const rows = new Map<string, JobRow>(rowsOf(book).map((row) => [row.key, row]));
  const results: CallOutput<'jobs.cancel'> = [];
  await inTurns(keys, 4, async (key) => {
    const refused = (problem: AppErrorData) =>
      results.push({ key, accepted: false, words: '', problem });
    const asked = askedOf(rows, key);
    if (asked === null) {
      refused(missing('job').toData());
      return;
    }
    try {
      const [done] = await operations.cancel(asked.machine, [asked.id]);
      const { accepted = false, words = '' } = done ?? {};
      results.push({ key, accepted, words, problem: null });
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      refused(cause.toData());
    }
  });
  return results;
}

function askedOf(
  rows: ReadonlyMap<string, JobRow>,
  key: string,
): Pick<JobRow, 'machine' | 'id'> | null {
  const row = rows.get(key);
  if (row !== undefined) return row;
  const task = readTaskKey(key);
  const array = task === null ? undefined : rows.get(task.array);
  return task === null || array === undefined || !isTaskOf(array.id, task.id)
    ? null
    : { machine: array.machine, id: task.id };
}
