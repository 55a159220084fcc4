import { useId, useState } from 'react';
import type { MaintenanceWindow, Repetition } from '../../../../preload/contract/maintenance.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar, Select, TextField, useToasts } from '../../../ui/index.ts';
import { Concerned, type MachineRef } from './Concerned.tsx';

interface WindowFormProps {
  readonly systemId: string;
  /** What it begins with; a new one has an id of its own. */
  readonly window: MaintenanceWindow;
  /** It is there already, and can be removed. */
  readonly kept: boolean;
  readonly machines: readonly MachineRef[];
  readonly onClose: () => void;
}

const repetitions: readonly Repetition[] = ['once', 'weekly', 'monthly', 'monthly-weekday'];
const longest = 44_640;

/** Maintenance, entered by hand. */
export function WindowForm(props: WindowFormProps) {
  const { systemId, kept, machines, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const { client } = useStores();
  const { busy, problem, attempt } = useProblem();
  const [window, setWindow] = useState(props.window);
  const [hours, setHours] = useState(String(props.window.minutes / 60));
  const change = (part: Partial<MaintenanceWindow>) => setWindow({ ...window, ...part });
  const minutes = Math.round(Number(hours.replace(',', '.')) * 60);
  const lasts = minutes >= 1 && minutes <= longest;
  const dated = window.day !== '' && window.time !== '';
  const some = window.machines === null || window.machines.length > 0;
  const ended = window.until === null || window.until >= window.day;
  const form = useId();

  const save = async () => {
    const told = { ...window, minutes, title: window.title.trim() };
    const saved = await attempt(() =>
      client.call('maintenance.setWindow', { systemId, window: told }),
    );
    if (saved !== null) onClose();
  };
  const remove = async () => {
    const { id } = window;
    const removed = await attempt(() => client.call('maintenance.removeWindow', { systemId, id }));
    if (removed === null) return;
    onClose();
    toasts.show({
      text: t('calendar.removed'),
      undo: () =>
        void attempt(() =>
          client.call('maintenance.setWindow', { systemId, window: props.window }),
        ),
    });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={kept ? t('calendar.change') : t('calendar.add')}
      footer={
        <>
          {kept && (
            <Button variant="danger" disabled={busy} onClick={() => void remove()}>
              {t('calendar.remove')}
            </Button>
          )}
          <Button
            form={form}
            type="submit"
            variant="primary"
            busy={busy}
            disabled={!(lasts && dated && some && ended)}
          >
            {t('calendar.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        className="flex flex-col gap-3"
      >
        {problem && <ErrorBar error={problem} />}
        <TextField
          label={t('calendar.title')}
          value={window.title}
          maxLength={200}
          onValueChange={(title) => change({ title })}
        />
        <div className="grid grid-cols-3 gap-3">
          <TextField
            type="date"
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
            onValueChange={setHours}
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
            <TextField
              type="date"
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
        <Concerned
          machines={machines}
          chosen={window.machines}
          onChosen={(chosen) => change({ machines: chosen })}
        />
      </form>
    </Dialog>
  );
}

function zonesWith(zone: string): string[] {
  return [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
