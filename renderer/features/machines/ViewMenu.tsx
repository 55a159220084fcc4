import { CalendarDays, Download, SlidersHorizontal, Upload } from 'lucide-react';
import type { MachineView } from '../../../preload/contract/machine-choices.ts';
import { useT } from '../../i18n/index.ts';
import { Button, Menu } from '../../ui/index.ts';
import { fieldColumn, isShown, toggled, usualColumns } from './columns.ts';
import type { useArchive } from './useArchive.ts';

interface ViewMenuProps {
  readonly view: MachineView;
  /** Other fields of the records. */
  readonly fields: readonly string[];
  readonly onView: (view: MachineView) => void;
  readonly archive: ReturnType<typeof useArchive>;
  readonly onCalendar: () => void;
}

/** Table or cards, and which columns the table has. */
export default function ViewMenu({ view, fields, onView, archive, onCalendar }: ViewMenuProps) {
  const t = useT();
  const column = (id: string, label: string) => ({
    ...{ id, label, checked: isShown(view.columns, id) },
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
            ...{ id: 'table', label: t('machines.view.table'), checked: !view.cards },
            onSelect: () => onView({ ...view, cards: false }),
          },
          {
            ...{ id: 'cards', label: t('machines.view.cards'), checked: view.cards },
            onSelect: () => onView({ ...view, cards: true }),
          },
          ...(view.cards ? [] : [{ heading: t('machines.view.columns') }, ...usual]),
          ...(view.cards || others.length === 0
            ? []
            : [{ heading: t('machines.view.fields') }, ...others]),
          'separator',
          {
            ...{ id: 'calendar', label: t('machines.view.calendar'), icon: CalendarDays },
            onSelect: onCalendar,
          },
          {
            ...{ id: 'csv', label: t('machines.archive.csv'), icon: Download },
            onSelect: () => archive.save('csv'),
          },
          {
            ...{ id: 'json', label: t('machines.archive.json'), icon: Download },
            onSelect: () => archive.save('json'),
          },
          {
            ...{ id: 'import', label: t('machines.archive.import'), icon: Upload },
            onSelect: () => archive.chooser.current?.click(),
          },
        ]}
      />
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
