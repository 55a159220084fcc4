import { useState } from 'react';
import type { JobDetail } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { cx, FoldButton } from '../../../../ui/index.ts';
import { JobMark } from '../JobMark.tsx';
import { lookOf, lookText } from '../states.ts';
import { lookWord } from '../words.ts';

/** Tasks drawn at once. */
const mostDrawn = 200;

/** The tasks of an array, those that failed first. */
export function Tasks({ detail }: { readonly detail: JobDetail }) {
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
              <li key={task.id} className="flex items-center gap-2 px-2.5 py-1">
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
              </li>
            );
          })}
          {more > 0 && (
            <li className="px-2.5 py-1 text-text-soft">{t('jobs.tasks.more', { count: more })}</li>
          )}
        </ul>
      )}
    </section>
  );
}
