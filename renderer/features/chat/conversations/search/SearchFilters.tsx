import { useState } from 'react';
import type { Folder } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFollowed } from '../../../../kit/index.ts';
import { DateField } from '../../../../ui/fields/DateField.tsx';
import { Select } from '../../../../ui/index.ts';
import type { Filters } from './search.ts';

interface SearchFiltersProps {
  readonly filters: Filters;
  readonly folders: readonly Folder[];
  readonly onChange: (filters: Filters) => void;
}

const any = '*';
const day = 86_400_000;
const spans = { week: 7, month: 30, year: 365 } as const;
type When = 'any' | keyof typeof spans | 'range';

/** Returns the start of a day in the user's calendar, as an instant; undefined without a day. */
function dayStart(text: string, daysLater = 0): string | undefined {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = text.split('-').map(Number);
  const time = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function without<K extends keyof Filters>(filters: Filters, ...names: K[]): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name as K)));
}

/** Search filters: model, author, folder and date. */
export function SearchFilters({ filters, folders, onChange }: SearchFiltersProps) {
  const t = useT();
  const service = useFollowed((stores) => stores.genai).value;
  const conversations = useFollowed((stores) => stores.conversations).value ?? [];
  const [when, setWhen] = useState<When>('any');
  const [range, setRange] = useState({ from: '', to: '' });
  const models = [
    ...new Set([
      ...(service?.models ?? []).filter(({ listed }) => listed).map(({ id }) => id),
      ...conversations.flatMap(({ model }) => (model === null ? [] : [model])),
    ]),
  ];
  const choose = (next: When) => {
    setWhen(next);
    const rest = without(filters, 'from', 'to');
    if (next === 'any' || next === 'range') onChange(rest);
    else onChange({ ...rest, from: new Date(Date.now() - spans[next] * day).toISOString() });
  };
  const limit = (change: Partial<typeof range>) => {
    const next = { ...range, ...change };
    setRange(next);
    const from = dayStart(next.from);
    const to = dayStart(next.to, 1);
    onChange({
      ...without(filters, 'from', 'to'),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
  };
  return (
    <div className="grid grid-cols-2 gap-2 px-3 pb-2">
      <Select
        label={t('conversations.search.model')}
        value={filters.model ?? any}
        options={[
          { value: any, label: t('conversations.search.anyModel') },
          ...models.map((model) => ({ value: model, label: model })),
        ]}
        onValueChange={(model) =>
          onChange(model === any ? without(filters, 'model') : { ...filters, model })
        }
      />
      <Select
        label={t('conversations.search.role')}
        value={filters.role ?? 'any'}
        options={[
          { value: 'any', label: t('conversations.search.anyRole') },
          { value: 'user', label: t('conversations.search.user') },
          { value: 'assistant', label: t('conversations.search.assistant') },
        ]}
        onValueChange={(role) =>
          onChange(role === 'any' ? without(filters, 'role') : { ...filters, role })
        }
      />
      <Select
        label={t('conversations.search.folder')}
        value={filters.folderId === undefined ? any : (filters.folderId ?? '')}
        options={[
          { value: any, label: t('conversations.search.anyFolder') },
          { value: '', label: t('conversations.search.noFolder') },
          ...folders.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onValueChange={(id) =>
          onChange(
            id === any
              ? without(filters, 'folderId')
              : { ...filters, folderId: id === '' ? null : id },
          )
        }
      />
      <Select
        label={t('conversations.search.date')}
        value={when}
        options={[
          { value: 'any', label: t('conversations.search.anyTime') },
          { value: 'week', label: t('conversations.search.week') },
          { value: 'month', label: t('conversations.search.month') },
          { value: 'year', label: t('conversations.search.year') },
          { value: 'range', label: t('conversations.search.range') },
        ]}
        onValueChange={choose}
      />
      {when === 'range' && (
        <>
          <DateField
            label={t('conversations.search.from')}
            value={range.from}
            onValueChange={(from) => limit({ from })}
          />
          <DateField
            label={t('conversations.search.to')}
            value={range.to}
            onValueChange={(to) => limit({ to })}
          />
        </>
      )}
    </div>
  );
}
