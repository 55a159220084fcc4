import type { JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { cx, useNow } from '../../../../ui/index.ts';
import { TasksBar } from '../StateBar.tsx';
import { elapsedOf, hasEnded, lookBar } from '../states.ts';
import { rowLook } from '../words.ts';

/** What it used against what was asked for. What the API does not report is hatched, never zero. */
export function Used({ job }: { readonly job: JobRow }) {
  const t = useT();
  const format = useFormat();
  const now = useNow(5_000);
  if (job.tasks !== null) {
    return (
      <section className="flex flex-col gap-1.5">
        <Heading>{t('jobs.tasks.title')}</Heading>
        <TasksBar job={job} tasks={job.tasks} />
      </section>
    );
  }
  const elapsed = elapsedOf(job, now);
  const duration = (seconds: number) => format.duration(Math.floor(seconds) * 1000);
  const limit = job.limitSeconds;
  // before the start there is nothing to compare
  if (elapsed === null && limit === null && !hasEnded(job)) return null;
  const text =
    elapsed === null
      ? t('jobs.used.notReported')
      : limit === null
        ? duration(elapsed)
        : t('jobs.used.of', { used: duration(elapsed), asked: duration(limit) });
  return (
    <section className="flex flex-col gap-1.5">
      <Heading>{t(hasEnded(job) ? 'jobs.used.title' : 'jobs.used.soFar')}</Heading>
      <div className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-x-3 text-small">
        <span className="text-text-soft">{t('jobs.used.time')}</span>
        <span
          aria-hidden
          className={cx(
            'flex h-1.5 overflow-hidden rounded-full bg-pressed forced-color-adjust-none',
            (elapsed === null || limit === null) && 'bg-(image:--hatch)',
          )}
        >
          {elapsed !== null && limit !== null && (
            <span
              className={cx('block h-full', lookBar[rowLook(job)])}
              style={{ width: `${Math.min(1, elapsed / Math.max(1, limit)) * 100}%` }}
            />
          )}
        </span>
        <span className={cx('tabular', elapsed === null && 'text-text-soft')}>{text}</span>
      </div>
    </section>
  );
}

function Heading({ children }: { readonly children: string }) {
  return <h3 className="text-small font-semibold text-text-soft">{children}</h3>;
}
