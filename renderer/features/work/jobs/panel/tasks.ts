import type { JobDetail, JobRow } from '../../../../../preload/contract/work/jobs.ts';

type Task = JobDetail['jobTasks'][number];

/** A task as a job of its own. */
export const rowOfTask = (array: JobRow, task: Task): JobRow => ({
  ...array,
  ...task,
  // Its id tells it from the others.
  name: null,
  tasks: null,
  followed: false,
  unseen: false,
});

/** The number of a task, by which its array counts it: `12_3`, `12[3]`. */
const numberOf = ({ id }: Task): number =>
  Number(/^\d{1,20}[[_](\d{1,10})\]?$/.exec(id)?.[1] ?? Number.NaN);

/** Returns the tasks that a text names, such as `3, 5-9` or `３、５－９`; null: it does not say which. */
export function tasksIn(text: string, tasks: readonly Task[]): readonly Task[] | null {
  const parts = text.normalize('NFKC').split(/[,、]/);
  const ranges = parts.map((part) => {
    const [, from, to = from] = /^\s*(\d{1,10})\s*(?:-\s*(\d{1,10})\s*)?$/.exec(part) ?? [];
    return from === undefined ? null : ([Number(from), Number(to)] as const);
  });
  if (ranges.includes(null)) return null;
  return tasks.filter((task) => {
    const number = numberOf(task);
    return ranges.some((range) => range !== null && range[0] <= number && number <= range[1]);
  });
}
