import type { JobDetail, JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { cx, useNow } from '../../../../ui/index.ts';
import { TasksBar } from '../StateBar.tsx';
import { elapsedOf, hasEnded, lookBar } from '../states.ts';
import { rowLook } from '../words.ts';

interface UsedProps {
  readonly job: JobRow;
  /** Null: nothing tells it. */
  readonly used: JobDetail['used'];
}

/** What it used against what was asked for. What the API does not report is hatched, never zero. */
export function Used({ job, used }: UsedProps) {
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
  const bar = lookBar[rowLook(job)];
  const { cpuSeconds = null, memory = null, memoryGiven = null } = used ?? {};
  return (
    <section className="flex flex-col gap-1.5">
      <Heading>{t(hasEnded(job) ? 'jobs.used.title' : 'jobs.used.soFar')}</Heading>
      <div className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-small">
        <Amount label={t('jobs.used.time')} used={elapsed} asked={limit} bar={bar} say={duration} />
        {cpuSeconds !== null && (
          <Amount
            label={t('jobs.used.cpu')}
            used={cpuSeconds}
            asked={elapsed !== null && job.cpus !== null ? elapsed * job.cpus : null}
            bar={bar}
            say={duration}
          />
        )}
        {memory !== null && (
          <Amount
            label={t('jobs.used.memory')}
            used={memory}
            // what it was given is on all nodes, and what was measured is of one task
            asked={job.nodes === 1 ? memoryGiven : null}
            bar={bar}
            say={format.bytes}
          />
        )}
      </div>
    </section>
  );
}

function Amount(props: {
  readonly label: string;
  readonly used: number | null;
  readonly asked: number | null;
  readonly bar: string;
  readonly say: (amount: number) => string;
}) {
  const { label, used, asked, bar, say } = props;
  const t = useT();
  const text =
    used === null
      ? t('jobs.used.notReported')
      : asked === null
        ? say(used)
        : t('jobs.used.of', { used: say(used), asked: say(asked) });
  return (
    <>
      <span className="text-text-soft">{label}</span>
      <span
        aria-hidden
        className={cx(
          'flex h-1.5 overflow-hidden rounded-full bg-pressed forced-color-adjust-none',
          (used === null || asked === null) && 'bg-(image:--hatch)',
        )}
      >
        {used !== null && asked !== null && (
          <span
            className={cx('block h-full', bar)}
            style={{ width: `${Math.min(1, used / Math.max(1, asked)) * 100}%` }}
          />
        )}
      </span>
      <span className={cx('tabular', used === null && 'text-text-soft')}>{text}</span>
    </>
  );
}

function Heading({ children }: { readonly children: string }) {
  return <h3 className="text-small font-semibold text-text-soft">{children}</h3>;
}
