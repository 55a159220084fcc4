import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ResourceValue } from '../../../../../preload/contract/index.ts';
import type {
  PastIncident,
  Planned,
} from '../../../../../preload/contract/machines/maintenance.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Button, IconButton, StateMark, useNow } from '../../../../ui/index.ts';
import { eventsOf, startOfDay } from './month.ts';

interface DayListProps {
  readonly day: number;
  readonly value: ResourceValue<'machineHistory.calendar'>;
  readonly maintenance: ResourceValue<'maintenance'> | null;
  readonly onEdit: (windowId: string) => void;
  readonly onMachine: (name: string) => void;
}

/** Incidents of a day shown at first. */
const few = 20;

/** Past and planned events of one day. */
export function DayList({ day, value, maintenance, onEdit, onMachine }: DayListProps) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { incidents, maintained, planned } = eventsOf(
    { from: day, to: startOfDay(day, 1) },
    value,
    now,
  );
  const [most, setMost] = useState(few);
  const title = format.date(day);
  const longest = Math.max(incidents.length, maintained.length);
  const drawn = (some: readonly PastIncident[]) =>
    some
      .slice(0, most)
      .map((one) => (
        <IncidentItem
          key={`${one.nth} ${one.name} ${one.from}`}
          one={one}
          now={now}
          onMachine={onMachine}
        />
      ));
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-heading font-semibold">{title}</h2>
      {planned.length + incidents.length + maintained.length === 0 && (
        <p className="text-text-soft">{t('calendar.nothing')}</p>
      )}
      {planned.length > 0 && (
        <Group title={t('calendar.maintenance')}>
          {planned.map((one) => (
            <PlannedItem
              key={`${one.origin} ${one.from}`}
              one={one}
              maintenance={maintenance}
              onEdit={onEdit}
            />
          ))}
        </Group>
      )}
      {incidents.length > 0 && <Group title={t('calendar.past')}>{drawn(incidents)}</Group>}
      {maintained.length > 0 && <Group title={t('calendar.maintained')}>{drawn(maintained)}</Group>}
      {longest > most && (
        <Button size="small" variant="quiet" onClick={() => setMost(most + 10 * few)}>
          {t('calendar.more', { count: longest - most })}
        </Button>
      )}
    </section>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-small font-medium text-text-soft">{title}</h3>
      <ul className="flex flex-col gap-2">{children}</ul>
    </div>
  );
}

function PlannedItem(props: {
  readonly one: Planned;
  readonly maintenance: ResourceValue<'maintenance'> | null;
  readonly onEdit: (windowId: string) => void;
}) {
  const { one, maintenance, onEdit } = props;
  const t = useT();
  const format = useFormat();
  const own = maintenance?.windows.find(({ id }) => id === one.origin);
  const source = maintenance?.calendars.find(({ id }) => id === one.origin);
  const title = one.title === '' ? t('calendar.untitled') : one.title;
  return (
    <li className="flex items-start gap-2">
      <StateMark state="maintenance" silent className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">{title}</p>
        <p className="tabular text-small">
          {t('calendar.stretch', { from: format.dateTime(one.from), to: format.dateTime(one.to) })}
        </p>
        <p className="wrap-anywhere text-small text-text-soft">
          {one.machines === null
            ? t('calendar.allMachines')
            : one.machines.length === 0
              ? t('calendar.undecided')
              : one.machines.map(({ name }) => name).join(', ')}
        </p>
        {source && (
          <p className="truncate text-small text-text-soft">
            {t('calendar.from', { name: source.name })}
          </p>
        )}
      </div>
      {own && (
        <IconButton
          icon={Pencil}
          label={t('calendar.edit', { title })}
          onClick={() => onEdit(own.id)}
        />
      )}
    </li>
  );
}

function IncidentItem(props: {
  readonly one: PastIncident;
  readonly now: number;
  readonly onMachine: (name: string) => void;
}) {
  const { one, now, onMachine } = props;
  const t = useT();
  const format = useFormat();
  const duration = format.duration((one.to ?? now) - one.from);
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <StateMark state={one.state} />
          <button
            type="button"
            onClick={() => onMachine(one.name)}
            className="min-w-0 truncate rounded-small text-accent-text underline-offset-2 hover:underline"
          >
            {one.name}
          </button>
        </p>
        <p className="tabular text-small text-text-soft">
          {format.dateTime(one.from)},{' '}
          {one.to === null ? t('calendar.lasting', { duration }) : duration}
        </p>
      </div>
    </li>
  );
}
