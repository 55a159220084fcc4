import { BookA, CalendarDays, Download, Ellipsis, SlidersHorizontal, Upload } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useMedia } from '../../../kit/useNarrow.ts';
import { Button, IconButton, Menu, onDemand } from '../../../ui/index.ts';
import { fieldColumn, toggled, usualColumns } from './columns.tsx';
import type { ListedMachine } from './filter.ts';
import { fieldsOf, messageField } from './record.ts';
import type { useArchive } from './useArchive.ts';
import type { Choices } from './useChoices.ts';

const MeaningsDialog = onDemand(() => import('./meaning/MeaningsDialog.tsx'));

interface ViewMenuProps {
  readonly view: { readonly cards: boolean; readonly columns: readonly string[] };
  /** A machine's panel is open: there is less room. */
  readonly beside: boolean;
  readonly machines: readonly ListedMachine[];
  readonly choices: Choices;
  readonly archive: ReturnType<typeof useArchive>;
  readonly onCalendar: () => void;
}

/** The calendar; table or cards, the table's columns, and the meanings of the system's raw values. */
export default function ViewMenu(props: ViewMenuProps) {
  const { view, beside, machines, choices, archive, onCalendar } = props;
  const t = useT();
  const narrow = useMedia('(max-width: 70rem)');
  const lean = beside || narrow;
  const [meanings, setMeanings] = useState(false);
  const { cards, columns } = view;
  const show = (asCards: boolean) =>
    choices.setView({ cards: asCards, columns: choices.value?.view.columns ?? null });
  const column = (id: string, label: string) => ({
    id,
    label,
    checked: columns.includes(id),
    onSelect: () => choices.setView({ cards, columns: toggled(columns, id) }),
  });
  const usual = usualColumns.map((id) => column(id, t(`machines.columns.${id}`)));
  // a field that was chosen before can be left out again
  const message = messageField(machines);
  const others = fieldsOf(machines)
    .filter((field) => field !== message || columns.includes(fieldColumn(field)))
    .map((field) => column(fieldColumn(field), field));
  const calendar = { id: 'calendar', label: t('machines.view.calendar'), icon: CalendarDays };
  return (
    <>
      {!lean && (
        <Button icon={CalendarDays} onClick={onCalendar}>
          {t('machines.view.calendar')}
        </Button>
      )}
      <Menu
        align="end"
        trigger={
          lean ? (
            <IconButton variant="plain" icon={Ellipsis} label={t('machines.view.title')} />
          ) : (
            <Button icon={SlidersHorizontal}>{t('machines.view.title')}</Button>
          )
        }
        items={[
          ...(lean ? [{ ...calendar, onSelect: onCalendar }, 'separator' as const] : []),
          {
            id: 'table',
            label: t('machines.view.table'),
            checked: !cards,
            onSelect: () => show(false),
          },
          {
            id: 'cards',
            label: t('machines.view.cards'),
            checked: cards,
            onSelect: () => show(true),
          },
          ...(cards ? [] : [{ heading: t('machines.view.columns') }, ...usual]),
          ...(cards || others.length === 0
            ? []
            : [{ heading: t('machines.view.fields') }, ...others]),
          'separator',
          {
            id: 'meanings',
            label: t('machines.meaning.open'),
            icon: BookA,
            onSelect: () => setMeanings(true),
          },
          {
            id: 'csv',
            label: t('machines.archive.csv'),
            icon: Download,
            onSelect: () => archive.save('csv'),
          },
          {
            id: 'json',
            label: t('machines.archive.json'),
            icon: Download,
            onSelect: () => archive.save('json'),
          },
          {
            id: 'import',
            label: t('machines.archive.import'),
            icon: Upload,
            onSelect: () => archive.chooser.current?.click(),
          },
        ]}
      />
      {meanings && (
        <MeaningsDialog machines={machines} choices={choices} onClose={() => setMeanings(false)} />
      )}
      <input
        ref={archive.chooser}
        type="file"
        accept=".json,.csv,application/json,text/csv"
        hidden
        data-history
        onChange={(event) => void archive.take(event)}
      />
    </>
  );
}
