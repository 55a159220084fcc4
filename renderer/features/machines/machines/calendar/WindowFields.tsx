import type {
  MaintenanceWindow,
  Repetition,
} from '../../../../../preload/contract/machines/maintenance.ts';
import { useT } from '../../../../i18n/index.ts';
import { DateField } from '../../../../ui/fields/DateField.tsx';
import { Select, TextField } from '../../../../ui/index.ts';
import { MachinePicker, type MachineRef } from './MachinePicker.tsx';
import { zonesWith } from './zones.ts';

interface WindowFieldsProps {
  readonly window: MaintenanceWindow;
  readonly onChange: (part: Partial<MaintenanceWindow>) => void;
  /** Duration as typed. */
  readonly hours: string;
  readonly onHours: (hours: string) => void;
  /** `hours` is valid. */
  readonly lasts: boolean;
  /** It does not end before it begins. */
  readonly ended: boolean;
  readonly machines: readonly MachineRef[];
}

const repetitions: readonly Repetition[] = ['once', 'weekly', 'monthly', 'monthly-weekday'];

/** Time, repetition and machines of maintenance. */
export function WindowFields(props: WindowFieldsProps) {
  const { window, onChange: change, hours, onHours, lasts, ended, machines } = props;
  const t = useT();
  return (
    <>
      <TextField
        label={t('calendar.title')}
        value={window.title}
        maxLength={200}
        onValueChange={(title) => change({ title })}
      />
      <div className="grid grid-cols-3 gap-3">
        <DateField
          label={t('calendar.day')}
          value={window.day}
          min="1970-01-01"
          max="2199-12-31"
          onValueChange={(day) => change({ day })}
        />
        <TextField
          type="time"
          label={t('calendar.time')}
          value={window.time}
          onValueChange={(time) => change({ time })}
        />
        <TextField
          label={t('calendar.hours')}
          inputMode="decimal"
          value={hours}
          problem={lasts ? undefined : t('calendar.hoursProblem')}
          onValueChange={onHours}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={t('calendar.repeats')}
          value={window.repeats}
          options={repetitions.map((value) => ({
            value,
            label: t(`calendar.repetition.${value}`),
          }))}
          onValueChange={(repeats) => change({ repeats })}
        />
        {window.repeats !== 'once' && (
          <DateField
            label={t('calendar.until')}
            optional
            value={window.until ?? ''}
            min={window.day}
            problem={ended ? undefined : t('calendar.untilProblem')}
            onValueChange={(until) => change({ until: until === '' ? null : until })}
          />
        )}
      </div>
      <Select
        label={t('calendar.zone')}
        value={window.zone}
        options={zonesWith(window.zone).map((value) => ({ value, label: value }))}
        onValueChange={(zone) => change({ zone })}
      />
      <MachinePicker
        machines={machines}
        chosen={window.machines}
        onChosen={(chosen) => change({ machines: chosen })}
      />
    </>
  );
}
