import { BookA, CalendarDays, Download, SlidersHorizontal, Upload } from 'lucide-react';
import { useState } from 'react';
import type { MachineView } from '../../../../preload/contract/machines/machine-choices.ts';
import type { Machine } from '../../../../preload/contract/machines/machines.ts';
import { useT } from '../../../i18n/index.ts';
import { Button, Menu, onDemand } from '../../../ui/index.ts';
import { fieldColumn, isShown, toggled, usualColumns } from './columns.ts';
import type { useArchive } from './useArchive.ts';
import type { Choices } from './useChoices.ts';

const MeaningsDialog = onDemand(() => import('./meaning/MeaningsDialog.tsx'));

interface ViewMenuProps {
  readonly view: MachineView;
  /** Other fields of the records. */
  readonly fields: readonly string[];
  readonly machines: readonly Machine[];
  readonly choices: Choices;
  readonly archive: ReturnType<typeof useArchive>;
  readonly onCalendar: () => void;
}

/** Table or cards, the table's columns, and the meanings of the system's raw values. */
export default function ViewMenu(props: ViewMenuProps) {
  const { view, fields, machines, choices, archive, onCalendar } = props;
  const t = useT();
  const [meanings, setMeanings] = useState(false);
  const onView = choices.setView;
  const column = (id: string, label: string) => ({
    id,
    label,
    checked: isShown(view.columns, id),
    onSelect: () => onView({ ...view, columns: toggled(view.columns, id) }),
  });
  const usual = usualColumns.map((id) => column(id, t(`machines.columns.${id}`)));
  const others = fields.map((field) => column(fieldColumn(field), field));
  return (
    <>
      <Menu
        align="end"
        trigger={<Button icon={SlidersHorizontal}>{t('machines.view.title')}</Button>}
        items={[
          {
            id: 'table',
            label: t('machines.view.table'),
            checked: !view.cards,
            onSelect: () => onView({ ...view, cards: false }),
          },
          {
            id: 'cards',
            label: t('machines.view.cards'),
            checked: view.cards,
            onSelect: () => onView({ ...view, cards: true }),
          },
          ...(view.cards ? [] : [{ heading: t('machines.view.columns') }, ...usual]),
          ...(view.cards || others.length === 0
            ? []
            : [{ heading: t('machines.view.fields') }, ...others]),
          'separator',
          {
            id: 'calendar',
            label: t('machines.view.calendar'),
            icon: CalendarDays,
            onSelect: onCalendar,
          },
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
