import { draftRevision } from '../../../../../preload/contract/chat/drafts.ts';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { JobDetail, JobRow, JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useStores } from '../../../../kit/index.ts';
import { useCommand, useOffer } from '../../../../kit/useCommand.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Bar, ErrorBar, oneLine } from '../../../../ui/index.ts';
import { failedTasks } from '../states.ts';
import { explanationOf, failedTask } from './explanation.ts';

interface FailureProps {
  readonly system: System;
  readonly state: JobsState;
  readonly job: JobRow;
  readonly detail: JobDetail | null;
  /** Last line of its errors, as far as they were read. */
  readonly errorLine: string | null;
}

/** Longest line of a program, in characters. */
const longestLine = 300;

/** Why a job failed, in the scheduler's words and its program's last ones, and a chat about it where the system has one. */
export function Failure({ system, state, job, detail, errorLine }: FailureProps) {
  const t = useT();
  const format = useFormat();
  const { client, route } = useStores();
  const { label } = useCommand('explain-job');
  const { busy, problem, attempt, forget } = useProblem();
  const failed = job.tasks === null ? 0 : failedTasks(job.tasks);
  const isFailed = job.state === 'failed' || job.state === 'limit' || failed > 0;
  const canExplain = isFailed && detail !== null && system.genaiUrl !== null;

  const explain = () =>
    void attempt(async () => {
      if (detail === null) return;
      const task = failedTask(detail);
      const tail = state.readsOutput ? await outputTail(task?.key ?? job.key) : '';
      await client.call('newDraft.set', {
        systemId: system.id,
        draft: explanationOf(t, { detail, task, tail }),
        // an unfinished text is kept beside it
        over: draftRevision(''),
      });
      route.go({ screen: 'chat' });
    });
  /** The end of the error file, else of the output; a file that is not there leaves nothing. */
  const outputTail = async (key: string): Promise<string> => {
    for (const which of ['error', 'output'] as const) {
      const text = await client
        .call('jobs.output', { systemId: system.id, key, which, from: null })
        .then((piece) => piece.text)
        .catch(() => '');
      if (text.trim() !== '') return text;
    }
    return '';
  };
  useOffer('explain-job', canExplain ? explain : null);

  if (job.state === 'end-unknown') {
    const { from, to } = job.endBetween ?? {};
    return (
      <Bar tone="note">
        {from === undefined || to === undefined
          ? t('jobs.panel.endUnknown')
          : t('jobs.panel.endedBetween', {
              from: format.dateTime(from),
              to: format.dateTime(to),
            })}
      </Bar>
    );
  }
  if (!isFailed) return null;
  const limit = job.limitSeconds;
  const why =
    failed > 0
      ? t('jobs.tasks.failed', {
          failed: format.number(failed),
          total: format.number(job.tasks?.total ?? failed),
        })
      : job.state === 'limit'
        ? limit === null
          ? t('jobs.panel.overLimit')
          : t('jobs.panel.overLimitOf', { duration: format.duration(limit * 1000) })
        : job.signal !== null && job.signal > 0
          ? t('jobs.panel.signal', { signal: String(job.signal) })
          : job.exitCode !== null
            ? t('jobs.panel.exitCode', { code: String(job.exitCode) })
            : t('jobs.panel.failed');
  return (
    <>
      <Bar {...(canExplain && { action: { label, busy, onAction: explain } })}>
        <span className="font-medium">{why}</span>
        {job.reason !== null && <span className="text-text-soft"> {job.reason}</span>}
        {errorLine !== null && errorLine !== '' && (
          <span className="mt-0.5 block font-mono text-small">
            {oneLine(errorLine, longestLine)}
          </span>
        )}
      </Bar>
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
    </>
  );
}
