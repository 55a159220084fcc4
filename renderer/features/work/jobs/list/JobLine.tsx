import { memo, type ReactNode } from 'react';
import type { JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { cx } from '../../../../ui/index.ts';
import { titleOf } from '../words.ts';
import type { ColumnId } from './columns.ts';
import { JobName, JobStateWord, JobTime, twoLines } from './JobCells.tsx';
import { Submitted } from './Submitted.tsx';

interface JobLineProps {
  readonly job: JobRow;
  readonly columns: readonly ColumnId[];
  readonly lean: boolean;
  /** The id below the name. */
  readonly stacked: boolean;
  readonly place: number;
  readonly open: boolean;
  readonly selected: boolean;
  readonly onOpen: (job: JobRow) => void;
  readonly onSelect: (key: string, on: boolean) => void;
}

/** A job in the table. */
export const JobLine = memo(function JobLine(props: JobLineProps) {
  const { job, columns, lean, stacked, place, open, selected, onOpen, onSelect } = props;
  const t = useT();
  const name = titleOf(job);
  return (
    <tr
      aria-rowindex={place}
      onClick={(event) => {
        const on = event.target instanceof Element ? event.target : null;
        if (on?.closest('[data-row-button], [data-control]') === null) onOpen(job);
      }}
      className={cx(
        'relative',
        open ? 'bg-accent-soft' : selected ? 'bg-hover' : 'hover:bg-hover active:bg-pressed',
        'has-[[data-row-button]:focus-visible]:outline-2 has-[[data-row-button]:focus-visible]:-outline-offset-2 has-[[data-row-button]:focus-visible]:outline-focus',
      )}
    >
      <td className={cx(cell, 'relative px-1 text-center')}>
        {job.unseen && (
          <span className="absolute top-1/2 left-0.5 size-1.5 -translate-y-1/2 rounded-full bg-accent">
            <span className="sr-only">{t('jobs.seen.not')}</span>
          </span>
        )}
        <input
          type="checkbox"
          data-control
          tabIndex={-1}
          aria-label={t('jobs.select.job', { name })}
          checked={selected}
          onChange={(event) => onSelect(job.key, event.target.checked)}
          className="size-4 align-middle accent-(--accent)"
        />
      </td>
      <td className={cx(cell, 'truncate')}>
        <button
          type="button"
          data-row-button
          data-key={job.key}
          aria-current={open || undefined}
          onClick={() => onOpen(job)}
          className="max-w-full truncate text-left align-middle outline-0"
        >
          <JobName job={job} withState={lean} stacked={stacked} />
        </button>
      </td>
      {columns.map((id) => (
        <td key={id} className={cx(cell, id === 'nodes' && 'tabular')}>
          {cells[id](job)}
        </td>
      ))}
    </tr>
  );
});

const cell = 'h-10 border-line border-b px-3 py-0.5';

const plain = (value: string | number | null): ReactNode => (
  <span className={cx(twoLines, 'text-small text-text-soft')}>{value ?? '–'}</span>
);

const cells: Readonly<Record<ColumnId, (job: JobRow) => ReactNode>> = {
  state: (job) => <JobStateWord job={job} />,
  time: (job) => <JobTime job={job} />,
  queue: ({ queue }) => plain(queue),
  machine: ({ machine }) => plain(machine),
  project: ({ project }) => plain(project),
  user: ({ user }) => plain(user),
  nodes: ({ nodes }) => plain(nodes),
  submitted: ({ submittedAt }) => <Submitted at={submittedAt} />,
};
