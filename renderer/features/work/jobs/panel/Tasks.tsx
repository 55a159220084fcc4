import { useState } from 'react';
import type { JobDetail, JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { cx, FoldButton } from '../../../../ui/index.ts';
import { JobMark } from '../JobMark.tsx';
import { lookOf, lookText } from '../states.ts';
import { lookWord } from '../words.ts';
import { CancelTasks } from './CancelTasks.tsx';

/** Tasks drawn at once. */
const mostDrawn = 200;

interface TasksProps {
  readonly array: JobRow;
  readonly detail: JobDetail;
  /** Key of the task whose output is shown. */
  readonly chosen: string | null;
  readonly onChoose: (key: string | null) => void;
  readonly onCancel: (tasks: readonly JobRow[]) => void;
}

/** The tasks of an array, those that failed first: each shows its output, and some of them can be cancelled. */
export function Tasks({ array, detail, chosen, onChoose, onCancel }: TasksProps) {
  const t = useT();
  const format = useFormat();
  const [open, setOpen] = useState(true);
  const failed = (state: string) => Number(state !== 'failed' && state !== 'limit');
  const tasks = [...detail.jobTasks].sort((a, b) => failed(a.state) - failed(b.state));
  const more = detail.moreTasks + Math.max(0, tasks.length - mostDrawn);
  return (
    <section>
      <FoldButton open={open} onFold={setOpen}>
        {t('jobs.tasks.count', { count: tasks.length + detail.moreTasks })}
      </FoldButton>
      {open && (
        <ul className="mt-1 max-h-48 divide-y divide-line overflow-y-auto rounded-control border border-line text-small">
          {tasks.slice(0, mostDrawn).map((task) => {
            const look = lookOf(task);
            return (
              <li key={task.id}>
                <button
                  type="button"
                  aria-pressed={task.key === chosen}
                  onClick={() => onChoose(task.key === chosen ? null : task.key)}
                  className="flex w-full items-center gap-2 px-2.5 py-1 text-left hover:bg-hover aria-pressed:bg-pressed"
                >
                  <JobMark look={look} />
                  <span className="min-w-0 flex-1 truncate font-mono">{task.id}</span>
                  {task.exitCode !== null && task.exitCode !== 0 && (
                    <span className="text-text-soft">
                      {t('jobs.panel.exitCode', { code: String(task.exitCode) })}
                    </span>
                  )}
                  {task.elapsedSeconds !== null && (
                    <span className="tabular text-text-soft">
                      {format.duration(task.elapsedSeconds * 1000)}
                    </span>
                  )}
                  <span className={cx('font-medium', lookText[look])}>{lookWord(t, look)}</span>
                </button>
              </li>
            );
          })}
          {more > 0 && (
            <li className="px-2.5 py-1 text-text-soft">{t('jobs.tasks.more', { count: more })}</li>
          )}
        </ul>
      )}
      {open && <CancelTasks array={array} detail={detail} onCancel={onCancel} />}
    </section>
  );
}
