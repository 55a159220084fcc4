import { Pause, Play, X } from 'lucide-react';
import type { ConsoleDownload } from '../../../../../preload/contract/work/console-answers.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { ErrorBar, IconButton, legible, longestTitle, oneLine } from '../../../../ui/index.ts';

/** Those that are shown: the latest. */
const mostShown = 5;

/** Responses that go to files. */
export function Downloads({ downloads }: { readonly downloads: readonly ConsoleDownload[] }) {
  const t = useT();
  const { problem, attempt, forget } = useProblem();
  const shown = downloads.filter(({ state }) => state !== 'cancelled').slice(0, mostShown);
  if (shown.length === 0) return null;
  return (
    <section
      aria-label={t('console.downloads.title')}
      className="flex flex-col border-line border-t px-4 py-1"
    >
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      {shown.map((one) => (
        <Row key={one.id} one={one} attempt={attempt} />
      ))}
    </section>
  );
}

function Row(props: {
  readonly one: ConsoleDownload;
  readonly attempt: ReturnType<typeof useProblem>['attempt'];
}) {
  const { one, attempt } = props;
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const { systemId, id, state, moved, size, rate, resumes, problem } = one;
  const of = { systemId, id };
  const name = oneLine(legible(one.name), longestTitle);
  const goesOn = state === 'paused' || state === 'failed';
  const amount =
    size === null || state === 'done'
      ? format.bytes(moved)
      : t('console.downloads.amount', { moved: format.bytes(moved), size: format.bytes(size) });
  const speed =
    rate !== null && state === 'running'
      ? ` · ${t('console.downloads.rate', { rate: format.bytes(rate) })}`
      : '';
  return (
    <div className="flex flex-col py-1">
      <div className="flex min-h-7.5 items-center gap-2">
        <span className="min-w-0 flex-1 truncate">
          <bdi>{name}</bdi>
        </span>
        <span className="tabular shrink-0 text-small text-text-soft">
          {t(`console.downloads.states.${state}`)} · {amount}
          {speed}
        </span>
        {state === 'running' && (
          <IconButton
            size="small"
            icon={Pause}
            label={t(resumes ? 'console.downloads.pause' : 'console.downloads.pauseStartsOver', {
              name,
            })}
            onClick={() => void attempt(() => client.call('apiConsole.pauseDownload', of))}
          />
        )}
        {goesOn && (
          <IconButton
            size="small"
            icon={Play}
            label={t(resumes ? 'console.downloads.resume' : 'console.downloads.again', { name })}
            onClick={() => void attempt(() => client.call('apiConsole.resumeDownload', of))}
          />
        )}
        {state !== 'done' && (
          <IconButton
            size="small"
            icon={X}
            label={t('console.downloads.cancel', { name })}
            onClick={() => void attempt(() => client.call('apiConsole.cancelDownload', of))}
          />
        )}
      </div>
      {size !== null && state !== 'done' && (
        <progress
          aria-label={t('console.downloads.progress', { name })}
          value={moved}
          max={Math.max(size, moved, 1)}
          className="h-1 w-full"
        />
      )}
      {problem && <ErrorBar error={problem} />}
    </div>
  );
}
