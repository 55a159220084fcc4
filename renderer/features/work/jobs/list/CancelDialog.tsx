import { useRef, useState } from 'react';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useClient } from '../../../../kit/index.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { Button, Dialog, ErrorBar, TextField, useToasts } from '../../../../ui/index.ts';
import { JobMark } from '../JobMark.tsx';
import { elapsedOf, endedTasks, isActive } from '../states.ts';
import { rowLook, titleOf } from '../words.ts';

interface CancelDialogProps {
  readonly systemId: string;
  /** As they were when it opened: later ones are not cancelled. */
  readonly jobs: readonly JobRow[];
  /** @param done some were cancelled */
  readonly onClose: (done: boolean) => void;
}

interface Refusal {
  readonly job: JobRow;
  readonly words: string;
  readonly problem: AppErrorData | null;
}

/** From this number on, it is typed. */
const typedFrom = 10;

/** Tasks of an array that have not ended, or the one job. */
const openTasks = ({ tasks }: JobRow): number =>
  tasks === null ? 1 : Math.max(1, tasks.total - endedTasks(tasks));

/** Counts what is lost, and asks before jobs are cancelled. */
export default function CancelDialog({ systemId, jobs: given, onClose }: CancelDialogProps) {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const toasts = useToasts();
  const keep = useRef<HTMLButtonElement>(null);
  const [{ jobs, now }] = useState({ jobs: given, now: Date.now() });
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<readonly Refusal[] | null>(null);
  const { busy, problem, attempt } = useAction();
  const count = jobs.reduce((sum, job) => sum + openTasks(job), 0);
  const running = jobs.reduce((sum, job) => sum + runningTasks(job), 0);
  const ready = count < typedFrom || typed.trim() === String(count);

  const cancel = async () => {
    if (!ready) return;
    const keys = jobs.map(({ key }) => key);
    const answer = await attempt(() => client.call('jobs.cancel', { systemId, keys }));
    if (answer === null) return;
    const failed = answer.value.flatMap(({ key, accepted, words, problem: own }) => {
      const job = jobs.find((one) => one.key === key);
      return accepted || job === undefined ? [] : [{ job, words, problem: own }];
    });
    const accepted = answer.value.length - failed.length;
    if (accepted > 0) toasts.show({ text: t('jobs.cancel.done', { count: accepted }) });
    if (failed.length === 0) onClose(true);
    else setRefused(failed);
  };
  const one = jobs.length === 1 ? jobs[0] : undefined;
  const title =
    one !== undefined && count === 1
      ? t('jobs.cancel.titleOne', { name: titleOf(one) })
      : t('jobs.cancel.title', { count });
  const effect = [
    running > 0 ? t('jobs.cancel.running', { count: running }) : '',
    count - running > 0 ? t('jobs.cancel.waiting', { count: count - running }) : '',
    t('jobs.cancel.final'),
  ].filter((sentence) => sentence !== '');

  return (
    <Dialog
      open
      busy={busy}
      onClose={() => onClose(refused !== null)}
      role="alertdialog"
      size="normal"
      title={refused === null ? title : t('jobs.cancel.refused', { count: refused.length })}
      description={refused === null ? effect.join(' ') : undefined}
      initialFocus={keep}
      footer={
        refused === null ? (
          <>
            <Button ref={keep} disabled={busy} onClick={() => onClose(false)}>
              {running > 0 ? t('jobs.cancel.keepRunning') : t('jobs.cancel.keepWaiting')}
            </Button>
            <Button variant="danger" busy={busy} blocked={!ready} onClick={() => void cancel()}>
              {t('jobs.cancel.confirm', { count })}
            </Button>
          </>
        ) : (
          <Button ref={keep} onClick={() => onClose(true)}>
            {t('common.close')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-control border border-line">
          {(refused ?? jobs.map((job) => ({ job, words: null }))).map(({ job, words }) => (
            <li key={job.key} className="flex items-center gap-2.5 px-3 py-2">
              <JobMark look={rowLook(job)} />
              <span className="font-mono text-mono text-text-soft">{job.id}</span>
              <span className="min-w-0 flex-1 truncate">{job.name}</span>
              <span className="tabular text-small text-text-soft">{words ?? aboutJob(job)}</span>
            </li>
          ))}
        </ul>
        {refused?.map(({ job, problem: own }) => own && <ErrorBar key={job.key} error={own} />)}
        {refused === null && (
          <p className="text-small text-text-soft">
            {t('jobs.cancel.asOf', { time: format.brief(now) })}
          </p>
        )}
        {refused === null && count >= typedFrom && (
          <TextField
            label={t('jobs.cancel.type', { count })}
            inputMode="numeric"
            value={typed}
            onValueChange={setTyped}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void cancel();
            }}
            className="w-40"
          />
        )}
        {problem && <ErrorBar error={problem} />}
      </div>
    </Dialog>
  );

  function aboutJob(job: JobRow): string {
    if (job.tasks !== null) return t('jobs.tasks.count', { count: openTasks(job) });
    const seconds = elapsedOf(job, now);
    if (isActive(job) && seconds !== null) {
      return t('jobs.cancel.runs', { duration: format.duration(seconds * 1000) });
    }
    if (job.submittedAt === null) return '';
    return t('jobs.cancel.waits', { duration: format.duration(now - job.submittedAt) });
  }
}

function runningTasks(job: JobRow): number {
  if (job.tasks === null) return isActive(job) ? 1 : 0;
  const { running = 0, starting = 0, ending = 0 } = job.tasks.states;
  return Math.min(openTasks(job), running + starting + ending);
}
