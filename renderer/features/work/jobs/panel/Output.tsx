import { ArrowDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { JobDetail, JobRow, JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { readable } from '../../../../kit/readable.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, ErrorBar, legible, Segmented, Time } from '../../../../ui/index.ts';
import { hasEnded } from '../states.ts';
import { countLines } from './log.ts';
import { Marked } from './Marked.tsx';
import { OutputFind } from './OutputFind.tsx';
import { SaveOutput } from './SaveOutput.tsx';
import { useFinding } from './useFinding.ts';
import { useOutput } from './useOutput.ts';

interface OutputProps {
  readonly systemId: string;
  readonly state: JobsState;
  readonly job: JobRow;
  readonly detail: JobDetail;
  /** The task of an array whose output is shown; null: that of the job as a whole. */
  readonly task: JobRow | null;
  /** Called with the errors that were read. */
  readonly onErrors: (errors: { readonly key: string; readonly text: string }) => void;
}

type Tab = 'output' | 'error' | 'script';

/** What the job printed, followed as it grows, and the script that it was submitted with. */
export function Output({ systemId, state, job: whole, detail, task, onErrors }: OutputProps) {
  const t = useT();
  const job = task ?? whole;
  const failed = job.state === 'failed';
  const [chosen, setChosen] = useState<Tab | null>(null);
  const tabs: readonly Tab[] = [
    ...(state.readsOutput ? (['output', 'error'] as const) : []),
    ...(detail.script === null ? [] : (['script'] as const)),
  ];
  const tab = chosen ?? (failed && state.readsOutput ? 'error' : (tabs[0] ?? null));
  if (tab === null) return null;
  const started = job.startedAt !== null || hasEnded(job) || job.state === 'running';
  return (
    <div className="flex flex-col gap-1.5">
      {task !== null && (
        <h3 className="text-small font-semibold text-text-soft">
          {t('jobs.tasks.output', { id: task.id })}
        </h3>
      )}
      <Segmented
        label={t('jobs.output.title')}
        labelHidden
        value={tab}
        options={tabs.map((value) => ({ value, label: t(`jobs.output.${value}`) }))}
        onValueChange={setChosen}
      />
      {tab === 'script' ? (
        <pre className={box} {...scrollable(t('jobs.output.script'))}>
          {legible(readable(detail.script ?? ''))}
        </pre>
      ) : started ? (
        <Log
          key={`${job.key} ${tab}`}
          systemId={systemId}
          job={job}
          which={tab}
          onText={tab === 'error' ? (text) => onErrors({ key: job.key, text }) : undefined}
        />
      ) : (
        <p className="text-small text-text-soft">{t('jobs.output.notStarted')}</p>
      )}
    </div>
  );
}

const box =
  'max-h-80 min-h-20 overflow-auto rounded-control border border-line bg-sunken px-3 py-2 font-mono text-small leading-4.5 whitespace-pre';

/** A part that scrolls is reached by the keyboard. */
const scrollable = (label: string) => ({ tabIndex: 0, role: 'region', 'aria-label': label });

/** Distance from the end that counts as its end, px. */
const atEnd = 8;

/** No such file: by status, or in the words of the operating system there, which some APIs pass on. */
const isAbsent = ({ code, details: { server } }: AppErrorData): boolean =>
  code === 'http-not-found' ||
  (typeof server === 'string' && server.includes('No such file or directory'));

function Log(props: {
  readonly systemId: string;
  readonly job: JobRow;
  readonly which: 'output' | 'error';
  readonly onText: ((text: string) => void) | undefined;
}) {
  const { systemId, job, which, onText } = props;
  const t = useT();
  const format = useFormat();
  const running = !hasEnded(job);
  const { piece, problem, grewAt, read } = useOutput({
    systemId,
    jobKey: job.key,
    which,
    running,
  });
  const scroller = useRef<HTMLPreElement>(null);
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const text = piece === null ? '' : readable(piece.text);
  const lines = countLines(text);
  useEffect(() => onText?.(text), [text, onText]);
  const finding = useFinding(text);
  const { wanted, found } = finding;
  const saving = useProblem();
  // its length, so that a re-render with the same text moves nothing
  const { length } = text;
  useLayoutEffect(() => {
    void length;
    const element = scroller.current;
    if (element && pausedAt === null) element.scrollTop = element.scrollHeight;
  }, [length, pausedAt]);
  useEffect(() => {
    if (!running) setPausedAt(null);
  }, [running]);
  const follow = () => {
    setPausedAt(null);
    scroller.current?.focus();
  };
  const none = job.tasks === null ? which : 'tasks';
  if (problem && piece === null) {
    return isAbsent(problem) ? (
      <p className="text-small text-text-soft">{t(`jobs.output.none.${none}`)}</p>
    ) : (
      <ErrorBar error={problem} onRetry={read} />
    );
  }
  if (piece !== null && text === '') {
    return <p className="text-small text-text-soft">{t(`jobs.output.none.${which}`)}</p>;
  }
  return (
    <>
      <div className="flex items-center gap-2">
        <OutputFind {...finding} />
        <span className="ml-auto" />
        {piece !== null && piece.keptAt === null && (
          <SaveOutput
            systemId={systemId}
            machine={job.machine}
            path={piece.path}
            attempt={saving.attempt}
          />
        )}
      </div>
      {saving.problem && <ErrorBar error={saving.problem} onDismiss={saving.forget} />}
      <pre
        ref={scroller}
        className={box}
        {...scrollable(t(`jobs.output.${which}`))}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          const isEnd = scrollHeight - clientHeight - scrollTop <= atEnd;
          setPausedAt((before) => (isEnd ? null : (before ?? lines)));
        }}
      >
        {found.starts.length === 0 ? (
          legible(text)
        ) : (
          <Marked text={text} starts={found.starts} length={wanted.length} at={finding.at} />
        )}
      </pre>
      <div className="tabular flex items-center justify-between gap-2 text-small text-text-soft">
        {running ? (
          pausedAt === null ? (
            <p>
              {t('jobs.output.following')}
              {grewAt !== null && (
                <>
                  {' · '}
                  {t('jobs.output.grew')} <Time at={grewAt} />
                </>
              )}
            </p>
          ) : (
            <Button variant="quiet" size="small" icon={ArrowDown} onClick={follow}>
              {t('jobs.output.paused', { count: Math.max(0, lines - pausedAt) })}
            </Button>
          )
        ) : (
          <p className="min-w-0 truncate">
            {piece !== null && piece.keptAt !== null && (
              <>
                {t('jobs.output.kept')} <Time at={piece.keptAt} />
                {' · '}
              </>
            )}
            <span className="font-mono">{piece?.path}</span>
          </p>
        )}
        <p className="shrink-0">
          {piece !== null &&
            (piece.from > 0
              ? t('jobs.output.endOf', { size: format.bytes(piece.size) })
              : t('jobs.output.size', { count: lines, size: format.bytes(piece.size) }))}
        </p>
      </div>
      {problem && <ErrorBar error={problem} onRetry={read} />}
    </>
  );
}
