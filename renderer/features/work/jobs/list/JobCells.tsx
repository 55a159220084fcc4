import type { JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Badge, cx, useNow } from '../../../../ui/index.ts';
import { JobMark } from '../JobMark.tsx';
import { StateBar, TasksBar } from '../StateBar.tsx';
import { elapsedOf, hasEnded, lookBar, lookText } from '../states.ts';
import { rowLook, stateWord } from '../words.ts';

/** As much as a row has room for: what is longer than a column goes on in a second line. */
export const twoLines = 'line-clamp-2 leading-4 wrap-anywhere';

/** Mark, id and name; where there is little room the id is below the name, with the state's word if no column has it. */
export function JobName(props: {
  readonly job: JobRow;
  readonly withState: boolean;
  readonly stacked: boolean;
}) {
  const { job, withState, stacked } = props;
  const t = useT();
  const look = rowLook(job);
  const total = job.tasks?.total ?? 0;
  const id = (
    <span className={cx('font-mono text-text-soft', stacked ? 'text-tiny' : 'text-mono')}>
      {job.id}
    </span>
  );
  return (
    <span className="flex max-w-full items-center gap-2.5">
      <JobMark look={look} />
      <span className="flex min-w-0 flex-col">
        <span className={cx('flex min-w-0 items-center gap-2', stacked && 'leading-5')}>
          {(!stacked || job.name === null) && id}
          {job.name !== null && (
            <span className={stacked ? 'truncate' : cx(twoLines, 'whitespace-normal')}>
              {job.name}
            </span>
          )}
          {total > 0 && <Badge>{t('jobs.tasks.badge', { count: total })}</Badge>}
        </span>
        {(withState || stacked) && (
          <span className="flex min-w-0 items-center gap-1.5 text-tiny leading-3.5">
            {stacked && job.name !== null && id}
            {withState && (
              <span className={cx('truncate font-medium', lookText[look])}>
                {stateWord(t, job)}
              </span>
            )}
          </span>
        )}
      </span>
    </span>
  );
}

export function JobStateWord({ job }: { readonly job: JobRow }) {
  const t = useT();
  return <span className={cx('font-medium', lookText[rowLook(job)])}>{stateWord(t, job)}</span>;
}

/** Elapsed time against the limit; of an array what ended; of a job that waits the reason. */
export function JobTime({ job }: { readonly job: JobRow }) {
  const t = useT();
  const format = useFormat();
  const now = useNow(15_000);
  if (job.tasks !== null) return <TasksBar job={job} tasks={job.tasks} />;
  if (job.state === 'end-unknown') {
    const { from, to } = job.endBetween ?? {};
    if (from === undefined || to === undefined) return <Missing />;
    const text = t('jobs.endedBetween', { from: format.brief(from), to: format.brief(to) });
    return <span className={cx(twoLines, 'text-small text-text-soft')}>{text}</span>;
  }
  const elapsed = elapsedOf(job, now);
  const limit = job.limitSeconds;
  if (elapsed === null || (!hasEnded(job) && elapsed === 0)) {
    return job.reason === null ? (
      <Missing />
    ) : (
      <span className={cx(twoLines, 'text-small text-text-soft')}>{job.reason}</span>
    );
  }
  const duration = (seconds: number) => format.duration(seconds * 1000);
  return (
    <span className="block">
      <span className="tabular block truncate text-small leading-4">
        {duration(elapsed)}
        {limit !== null && <span className="text-text-soft"> / {duration(limit)}</span>}
      </span>
      {limit !== null && (
        <StateBar parts={[{ bar: lookBar[rowLook(job)], share: elapsed / Math.max(1, limit) }]} />
      )}
    </span>
  );
}

function Missing() {
  return <span className="text-small text-text-faint">–</span>;
}
