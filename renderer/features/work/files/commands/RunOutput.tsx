import type { CommandRun } from '../../../../../preload/contract/work/remote-commands.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { readable } from '../../../../kit/readable.ts';
import { Button, cx, ErrorBar, legible, Time } from '../../../../ui/index.ts';
import { shownName } from '../names.ts';

const looks: Readonly<Record<CommandRun['state'], string>> = {
  running: 'text-accent-text',
  done: 'text-up-text',
  failed: 'text-down-text',
  refused: 'text-down-text',
  unanswered: 'text-degraded-text',
  left: 'text-degraded-text',
};

/** A part that scrolls is reached by the keyboard. */
const scrollable = (label: string) => ({ tabIndex: 0, role: 'region', 'aria-label': label });

/** A command, how it ended, and what it printed. */
export function RunOutput({
  run,
  onAgain,
  onLeave,
}: {
  readonly run: CommandRun;
  readonly onAgain: () => void;
  readonly onLeave: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { state, command, machine, startedAt, endedAt, output, errors, isCut, problem } = run;
  return (
    <li className="rounded-control border border-line">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">
        <code className="min-w-0 flex-1 font-mono text-mono wrap-anywhere">{legible(command)}</code>
        <span className="tabular text-small text-text-soft">
          <span className={cx('font-medium', looks[state])}>
            {t(`files.command.states.${state}`)}
          </span>
          {` · ${shownName(machine)} · `}
          <Time at={startedAt} />
          {endedAt !== null && ` · ${format.duration(endedAt - startedAt)}`}
        </span>
        <Button variant="quiet" size="small" onClick={state === 'running' ? onLeave : onAgain}>
          {t(state === 'running' ? 'files.command.leave' : 'files.command.again')}
        </Button>
      </div>
      {problem && <ErrorBar error={problem} className="mx-3 mb-2" />}
      {isCut && <p className="px-3 pb-1 text-small text-text-soft">{t('files.command.cut')}</p>}
      {[
        { id: 'output', text: output },
        { id: 'errors', text: errors },
      ].map(
        ({ id, text }) =>
          text !== '' && (
            <pre
              key={id}
              {...scrollable(t(id === 'errors' ? 'files.command.errors' : 'files.command.output'))}
              className={cx(
                'max-h-60 overflow-auto border-line border-t bg-sunken px-3 py-2 font-mono text-small leading-4.5 whitespace-pre',
                id === 'errors' && 'text-down-text',
              )}
            >
              {legible(readable(text))}
            </pre>
          ),
      )}
    </li>
  );
}
