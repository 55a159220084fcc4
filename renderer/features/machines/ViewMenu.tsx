import { SlidersHorizontal } from 'lucide-react';
import type { MachineView } from '../../../preload/contract/machine-choices.ts';
import { useT } from '../../i18n/index.ts';
import { Button, Menu } from '../../ui/index.ts';
import { fieldColumn, isShown, toggled, usualColumns } from './columns.ts';

interface ViewMenuProps {
  readonly view: MachineView;
  /** Other fields of the records. */
  readonly fields: readonly string[];
  readonly onView: (view: MachineView) => void;
}

/** Table or cards, and which columns the table has. */
export function ViewMenu({ view, fields, onView }: ViewMenuProps) {
  const t = useT();
  const column = (id: string, label: string) => ({
    ...{ id, label, checked: isShown(view.columns, id) },
    onSelect: () => onView({ ...view, columns: toggled(view.columns, id) }),
  });
  const usual = usualColumns.map((id) => column(id, t(`machines.columns.${id}`)));
  const others = fields.map((field) => column(fieldColumn(field), field));
  return (
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
      ]}
    />
  );
}
