import { Ban, Ellipsis, RotateCw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ignoring } from '../../../../../common/ignoring.ts';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { JobDetail, JobRow, JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import {
  Button,
  CopyButton,
  cx,
  ErrorBar,
  IconButton,
  Menu,
  Spinner,
  useNow,
} from '../../../../ui/index.ts';
import { JobMark } from '../JobMark.tsx';
import { elapsedOf, hasEnded, isActive, lookText, tasksOf } from '../states.ts';
import { useDetail } from '../useJobs.ts';
import { rowLook, stateWord, titleOf } from '../words.ts';
import { Failure } from './Failure.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobTimeline } from './JobTimeline.tsx';
import { lastLine } from './log.ts';
import { Output } from './Output.tsx';
import { Tasks } from './Tasks.tsx';
import { rowOfTask } from './tasks.ts';
import { Used } from './Used.tsx';
import { Wishes } from './Wishes.tsx';

interface JobPanelProps {
  readonly system: System;
  readonly state: JobsState;
  readonly jobKey: string;
  readonly onCancel: (jobs: readonly JobRow[]) => void;
  readonly onClose: () => void;
}

/** One job beside the others: how it ended, when, what it used, and its output. */
export default function JobPanel({ system, state, jobKey, onCancel, onClose }: JobPanelProps) {
  const t = useT();
  const { client } = useStores();
  const row = state.jobs.find(({ key }) => key === jobKey);
  const { detail, problem } = useDetail(
    system.id,
    row,
    jobKey,
    row === undefined ? false : hasEnded(row),
  );
  const told = detail === null ? row : { ...detail, ...row };
  const job = told && { ...told, tasks: tasksOf(told, detail) };
  const systemId = system.id;
  const [chosen, setChosen] = useState<string | null>(null);
  const [errors, setErrors] = useState<{ readonly key: string; readonly text: string } | null>(
    null,
  );
  const task = detail?.jobTasks.find(({ key }) => key === chosen);
  // Of the job, or of its failed task that is looked at.
  const isOfFailure =
    errors?.key === (task?.key ?? jobKey) && (task === undefined || task.state === 'failed');
  const unseen = row?.unseen === true;
  useEffect(() => {
    if (!unseen) return;
    void ignoring(
      'the job only stays unseen',
      client.call('jobs.markSeen', { systemId, keys: [jobKey] }),
    );
  }, [client, systemId, jobKey, unseen]);
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // return the focus to the row if it was in here
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <section
      aria-label={t('jobs.panel.title', { name: job === undefined ? jobKey : titleOf(job) })}
      onKeyDown={(event) => {
        const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key === 'Escape' && inside) onClose();
      }}
      className="flex w-120 shrink-0 flex-col border-line border-l bg-surface max-[68.75rem]:w-104 max-[44rem]:absolute max-[44rem]:inset-0 max-[44rem]:z-20 max-[44rem]:w-full"
    >
      {job === undefined ? (
        <div className="flex items-start gap-2 p-4">
          <div className="min-w-0 flex-1">
            {problem ? <ErrorBar error={problem} /> : <Spinner label={t('jobs.loading')} />}
          </div>
          <IconButton icon={X} label={t('common.close')} keys="escape" onClick={onClose} />
        </div>
      ) : (
        <>
          <Header system={system} state={state} job={job} onCancel={onCancel} onClose={onClose} />
          <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pb-4">
            {problem && <ErrorBar error={problem} />}
            <Failure
              system={system}
              state={state}
              job={job}
              detail={detail}
              errorLine={errors !== null && isOfFailure ? lastLine(errors.text) : null}
            />
            <JobTimeline job={job} />
            <Used job={job} used={detail?.used ?? null} />
            {detail && detail.jobTasks.length > 0 && (
              <Tasks
                array={job}
                detail={detail}
                chosen={task?.key ?? null}
                onChoose={setChosen}
                onCancel={onCancel}
              />
            )}
            {detail && (
              <Output
                systemId={systemId}
                state={state}
                job={job}
                detail={detail}
                task={task === undefined ? null : rowOfTask(job, task)}
                onErrors={(next) =>
                  setErrors((now) => (now?.key === next.key && now.text === next.text ? now : next))
                }
              />
            )}
            <JobFacts systemId={systemId} job={job} detail={detail} />
            {detail && !hasEnded(job) && job.own && <Wishes systemId={systemId} detail={detail} />}
          </div>
        </>
      )}
    </section>
  );
}

interface HeaderProps {
  readonly system: System;
  readonly state: JobsState;
  readonly job: JobRow & Partial<JobDetail>;
  readonly onCancel: (jobs: readonly JobRow[]) => void;
  readonly onClose: () => void;
}

function Header({ system, state, job, onCancel, onClose }: HeaderProps) {
  const t = useT();
  const { client, route } = useStores();
  const { problem, attempt, forget } = useProblem();
  const of = { systemId: system.id, key: job.key };
  const sent = state.submissions.find(({ key }) => key === job.key);
  const ended = hasEnded(job);
  return (
    <header className="flex shrink-0 flex-col gap-1 px-4 pt-3 pb-3">
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 truncate text-heading font-semibold">{titleOf(job)}</h2>
        {job.name !== null && (
          <span className="ml-1 font-mono text-mono text-text-soft max-[68.75rem]:hidden">
            {job.id}
          </span>
        )}
        <CopyButton name={t('jobs.panel.id')} text={job.id} />
        <span className="ml-auto" />
        {!ended && (
          <Button size="small" icon={Ban} onClick={() => onCancel([job])}>
            {t('jobs.cancel.one')}
          </Button>
        )}
        {ended && sent !== undefined && !state.locked && (
          <Button
            size="small"
            icon={RotateCw}
            onClick={() => route.go({ screen: 'jobs', job: `new:${sent.id}` })}
          >
            {t('jobs.submit.again')}
          </Button>
        )}
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label={t('jobs.panel.more')} />}
          items={[
            {
              id: 'follow',
              label: t('jobs.panel.follow'),
              checked: job.followed,
              onSelect: () =>
                void attempt(() => client.call('jobs.follow', { ...of, on: !job.followed })),
            },
            {
              id: 'machine',
              label: t('jobs.panel.machine', { name: job.machine }),
              onSelect: () => route.go({ screen: 'machines', machine: job.machine }),
            },
          ]}
        />
        <IconButton icon={X} label={t('common.close')} keys="escape" onClick={onClose} />
      </div>
      <StateLine job={job} />
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
    </header>
  );
}

/** The state with its time, and where the job is. */
function StateLine({ job }: { readonly job: JobRow }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const look = rowLook(job);
  const elapsed = elapsedOf(job, now);
  const when = hasEnded(job)
    ? job.endedAt === null
      ? null
      : format.time(Math.min(job.endedAt, now - 1000), now)
    : isActive(job) && elapsed !== null
      ? t('jobs.panel.for', { duration: format.duration(Math.floor(elapsed) * 1000) })
      : null;
  const places = [when, job.machine, job.queue, job.project].filter((text) => text !== null);
  return (
    <p className="tabular flex flex-wrap items-center gap-x-1.5 text-text-soft">
      <JobMark look={look} />
      <span className={cx('font-medium', lookText[look])}>{stateWord(t, job)}</span>
      <span className="min-w-0 wrap-anywhere">{places.join(' · ')}</span>
    </p>
  );
}
