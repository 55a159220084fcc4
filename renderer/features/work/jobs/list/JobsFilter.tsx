import { Ellipsis, SlidersHorizontal } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useCommand } from '../../../../kit/useCommand.ts';
import { useMedia } from '../../../../kit/useNarrow.ts';
import {
  Button,
  cx,
  IconButton,
  KeyHint,
  Menu,
  Segmented,
  Select,
  TextField,
} from '../../../../ui/index.ts';
import { isAnswered } from '../states.ts';
import { columnIds } from './columns.ts';
import type { Columns } from './useColumns.ts';
import type { JobsListing } from './useLines.ts';

interface JobsFilterProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly state: JobsState;
  readonly list: JobsListing;
  readonly columns: Columns;
  /** A job is open beside the list, which leaves little room. */
  readonly beside: boolean;
  /** What concerns the selected jobs. */
  readonly children: ReactNode;
}

/** Chooses the jobs and the columns shown. */
export function JobsFilter(props: JobsFilterProps) {
  const { field, state, list, columns, beside, children } = props;
  const t = useT();
  const format = useFormat();
  const narrow = useMedia('(max-width: 75rem)') || beside;
  // two lines at most: the menu stands beside the field
  const tight = useMedia('(max-width: 68.75rem)') && beside;
  const { filter, change, own } = list;
  const { keys } = useCommand('find-job');
  const queues = [...new Set(state.jobs.flatMap(({ queue }) => queue ?? []))].sort();
  const ownCount = state.jobs.filter((job) => job.own || job.followed).length;
  const answered = isAnswered(state);
  const number = (of: number): string => (of === 0 && !answered ? '–' : format.number(of));
  const viewTrigger = narrow ? (
    <IconButton variant="plain" icon={Ellipsis} label={t('jobs.view')} />
  ) : (
    <Button icon={SlidersHorizontal}>{t('jobs.view')}</Button>
  );
  const view = (
    <Menu
      align="end"
      trigger={viewTrigger}
      items={[
        { heading: t('jobs.viewColumns') },
        ...columnIds.map((id) => ({
          id,
          label: t(`jobs.columns.${id}`),
          checked: columns.chosen.includes(id),
          onSelect: () => columns.toggle(id),
        })),
        ...(state.readsOutput
          ? [
              'separator' as const,
              {
                id: 'keep-output',
                label: t('jobs.output.keep'),
                checked: columns.keepsOutput,
                onSelect: columns.keepOutput,
              },
            ]
          : []),
      ]}
    />
  );
  return (
    <div className={cx('flex flex-wrap items-center gap-2 px-6 pb-2', tight && 'gap-x-1 pr-4')}>
      <TextField
        ref={field}
        type="search"
        label={t('jobs.filter.text')}
        labelHidden
        placeholder={t('jobs.filter.text')}
        value={filter.text}
        onValueChange={(text) => change({ text })}
        trailing={
          keys !== undefined && filter.text === '' && <KeyHint keys={keys} className="mr-1.5" />
        }
        className={tight ? 'min-w-32 flex-1' : narrow ? 'w-40' : 'w-52'}
      />
      {tight && view}
      {!state.ownUnknown && (
        <Segmented
          label={t('jobs.filter.whose')}
          labelHidden
          value={own ? 'own' : 'all'}
          options={[
            { value: 'own', label: t('jobs.filter.own', { number: number(ownCount) }) },
            {
              value: 'all',
              label: t('jobs.filter.all', { number: number(state.jobs.length) }),
            },
          ]}
          onValueChange={(value) => change({ own: value === 'own' })}
        />
      )}
      {queues.length > 1 && (
        <Select
          label={t('jobs.columns.queue')}
          labelHidden
          value={filter.queue}
          options={[
            { value: '', label: t('jobs.filter.queues') },
            ...queues.map((value) => ({ value, label: value })),
          ]}
          onValueChange={(queue) => change({ queue })}
          className="w-36"
        />
      )}
      {state.machines.length > 1 && (
        <Select
          label={t('jobs.columns.machine')}
          labelHidden
          value={filter.machine}
          options={[
            { value: '', label: t('jobs.filter.machines') },
            ...state.machines.map(({ name }) => ({ value: name, label: name })),
          ]}
          onValueChange={(machine) => change({ machine })}
          className={tight ? 'min-w-33 flex-1' : 'w-36'}
        />
      )}
      <div className="ml-auto flex items-center gap-2">
        {children}
        {!tight && view}
      </div>
    </div>
  );
}
