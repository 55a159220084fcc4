import type { ReactNode } from 'react';
import {
  type HistorySpan,
  historySpans,
} from '../../../../preload/contract/machines/history-spans.ts';
import { machineStates } from '../../../../preload/contract/machines/machine-states.ts';
import { useT } from '../../../i18n/index.ts';
import { Segmented, Select, TextField } from '../../../ui/index.ts';
import { type StateFilter, stateFilters } from './filter.ts';

interface MachinesFilterProps {
  readonly text: string;
  readonly filter: StateFilter;
  readonly span: HistorySpan;
  /** Number of machines shown, and in total. */
  readonly count: number;
  readonly all: number;
  /** How long most machines were observed. */
  readonly observed: string | null;
  readonly onText: (text: string) => void;
  readonly onFilter: (filter: StateFilter) => void;
  readonly onSpan: (span: HistorySpan) => void;
  /** Content at its end. */
  readonly children: ReactNode;
}

/** Chooses the machines shown, and the span. */
export function MachinesFilter(props: MachinesFilterProps) {
  const { text, filter, span, count, all, observed, onText, onFilter, onSpan, children } = props;
  const t = useT();
  const label = (value: StateFilter) => {
    if (value === 'all') return t('machines.filter.all');
    if (value === 'not-up') return t('machines.filter.notUp');
    if (value === 'hidden') return t('machines.filter.hidden');
    const state = machineStates.find((one) => one === value);
    return state === undefined ? value : t(`common.state.${state}`);
  };
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 pb-2">
      <TextField
        type="search"
        label={t('machines.filter.text')}
        labelHidden
        placeholder={t('machines.filter.text')}
        value={text}
        onValueChange={onText}
        className="w-52 max-[70rem]:w-36"
      />
      <Select
        label={t('machines.filter.state')}
        labelHidden
        value={filter}
        options={stateFilters.map((value) => ({ value, label: label(value) }))}
        onValueChange={onFilter}
        className="w-36"
      />
      <p role="status" className="tabular min-w-0 flex-1 truncate text-small text-text-soft">
        {count < all && t('machines.filter.count', { count, all })}
      </p>
      {observed !== null && (
        <p className="tabular text-small whitespace-nowrap text-text-soft max-[75rem]:hidden">
          {observed}
        </p>
      )}
      <Segmented
        label={t('machines.history.span')}
        labelHidden
        value={span}
        options={historySpans.map((value) => ({
          value,
          label: t(`machines.history.spans.${value}`),
        }))}
        onValueChange={onSpan}
      />
      {children}
    </div>
  );
}
