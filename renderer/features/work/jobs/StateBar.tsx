import type { JobRow } from '../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { cx } from '../../../ui/index.ts';
import { barOrder, endedTasks, failedTasks, hasEnded, lookBar } from './states.ts';

interface TasksBarProps {
  readonly job: JobRow;
  readonly tasks: NonNullable<JobRow['tasks']>;
}

/**
 * How many tasks ended, or failed where all have, as a bar of the states of all. Of an array that has ended the API may
 * tell no tasks: all are done where it is, else nothing says which.
 */
export function TasksBar({ job, tasks }: TasksBarProps) {
  const t = useT();
  const format = useFormat();
  const { total, states } = tasks;
  const told = endedTasks(tasks);
  const isOver = hasEnded(job);
  const isWhole = told === 0 && isOver;
  const failed = failedTasks(tasks);
  return (
    <span className="block">
      <span className="tabular block truncate text-small leading-4">
        {isOver && failed > 0
          ? t('jobs.tasks.failed', { failed: format.number(failed), total: format.number(total) })
          : t('jobs.tasks.ended', {
              ended: format.number(isWhole ? total : told),
              total: format.number(total),
            })}
      </span>
      <StateBar
        parts={
          isWhole
            ? [{ bar: lookBar[job.state === 'done' ? 'done' : 'end-unknown'], share: 1 }]
            : barOrder.flatMap((state) => {
                const count = states[state] ?? 0;
                return count === 0
                  ? []
                  : [{ bar: lookBar[state], share: count / Math.max(1, total) }];
              })
        }
      />
    </span>
  );
}

/** Shares of the whole in the hues of their states. */
export function StateBar({ parts }: { readonly parts: readonly { bar: string; share: number }[] }) {
  return (
    <span
      aria-hidden
      className="mt-0.75 flex h-0.75 overflow-hidden rounded-full bg-pressed forced-color-adjust-none"
    >
      {parts.map(({ bar, share }) => (
        <span
          key={bar}
          className={cx('block h-full min-w-0.5', bar)}
          style={{ width: `${Math.min(1, share) * 100}%` }}
        />
      ))}
    </span>
  );
}
