import { useState } from 'react';
import type { MaintenanceWindow } from '../../../../../preload/contract/machines/maintenance.ts';
import { useT } from '../../../../i18n/index.ts';
import { Checkbox, Segmented, TextField } from '../../../../ui/index.ts';
import { keyOf } from '../filter.ts';

/** Machines with the same name are distinguished by their order, from 0. */
export interface MachineRef {
  readonly name: string;
  readonly nth: number;
}

interface MachinePickerProps {
  readonly machines: readonly MachineRef[];
  /** Null for all. */
  readonly chosen: MaintenanceWindow['machines'];
  readonly onChosen: (chosen: MaintenanceWindow['machines']) => void;
}

/** Machines listed at once; the others are found by name. */
const most = 40;

/** Chooses the machines under maintenance: all, or some of them. */
export function MachinePicker({ machines, chosen, onChosen }: MachinePickerProps) {
  const t = useT();
  const [text, setText] = useState('');
  const known = new Set((chosen ?? []).map(keyOf));
  const wanted = text.trim().toLowerCase();
  const found = machines.filter(
    (one) => !known.has(keyOf(one)) && one.name.toLowerCase().includes(wanted),
  );
  const all = chosen === null ? 'all' : 'some';
  return (
    <div className="flex flex-col gap-2">
      <Segmented
        label={t('calendar.machines')}
        value={all}
        options={[
          { value: 'all' as const, label: t('calendar.allMachines') },
          { value: 'some' as const, label: t('calendar.someMachines') },
        ]}
        onValueChange={(value) => onChosen(value === 'all' ? null : [])}
      />
      {chosen !== null && (
        <>
          {machines.length > most && (
            <TextField
              type="search"
              label={t('machines.filter.text')}
              labelHidden
              placeholder={t('machines.filter.text')}
              value={text}
              onValueChange={setText}
            />
          )}
          <ul aria-label={t('calendar.machines')} className="max-h-40 overflow-y-auto">
            {[...chosen, ...found.slice(0, most)].map((one) => (
              <li key={keyOf(one)}>
                <Checkbox
                  label={one.nth === 0 ? one.name : `${one.name} (${one.nth + 1})`}
                  checked={known.has(keyOf(one))}
                  onCheckedChange={(on) =>
                    onChosen(
                      on
                        ? [...chosen, { name: one.name, nth: one.nth }]
                        : chosen.filter((other) => keyOf(other) !== keyOf(one)),
                    )
                  }
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
