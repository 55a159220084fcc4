import { type ReactNode, useState } from 'react';
import type { BarCell, Incident } from '../../../../preload/contract/machines/machine-history.ts';
import type { MachineNotification } from '../../../../preload/contract/machines/notifications.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { isComposing } from '../../../kit/commands/keys.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, ErrorBar, Mono, StateMark, TextField, Time, useNow } from '../../../ui/index.ts';
import { availableShare } from './Availability.tsx';
import { CellsBar } from './HistoryBar.tsx';
import { sumOf } from './sums.ts';

interface MachineHistoryProps {
  readonly systemId: string;
  readonly name: string;
  readonly nth: number;
}

/** Items of a list shown at first. */
const few = 5;

/** A machine's last year: its incidents, changes, months by day, other fields. */
export function MachineHistory({ systemId, name, nth }: MachineHistoryProps) {
  const t = useT();
  const { client } = useStores();
  const { value, problem } = useResource('machineHistory.page', { systemId, name, nth });
  const given = useResource('notices', { systemId }).value?.given ?? [];
  const own = useProblem();
  if (problem !== null) return <ErrorBar error={problem} />;
  if (value === null) return null;
  const note = (at: number, text: string) =>
    void own.attempt(() =>
      client.call('machineHistory.setIncidentNote', { systemId, name, nth, at, note: text }),
    );
  return (
    <>
      {own.problem && <ErrorBar error={own.problem} />}
      <Listing
        title={t('machines.page.incidents')}
        none={t('machines.page.noIncidents')}
        items={[...value.incidents].reverse()}
        keyOf={({ from }) => String(from)}
        item={(incident) => (
          <IncidentItem
            incident={incident}
            toldAt={toldAt(given, { name, nth }, incident)}
            onNote={note}
          />
        )}
      />
      <Listing
        title={t('machines.page.months')}
        none={t('machines.history.nothing')}
        items={monthsOf(value.days)}
        keyOf={(days) => String(days[0]?.from)}
        item={(days) => <Month name={name} days={days} />}
      />
      <Listing
        title={t('machines.page.transitions')}
        none={t('machines.history.nothing')}
        items={[...value.transitions].reverse()}
        keyOf={({ at, status }) => `${at} ${status}`}
        item={({ at, status, state }) => (
          <div className="flex items-center justify-between gap-2">
            <span className="flex min-w-0 items-center gap-2">
              <StateMark state={state} />
              <Mono className="truncate text-text-soft">{status ?? t('machines.page.absent')}</Mono>
            </span>
            <Time at={at} className="text-small text-text-soft" />
          </div>
        )}
      />
      {value.fields.length > 0 && (
        <Listing
          title={t('machines.page.fields')}
          none=""
          items={[...value.fields].reverse()}
          keyOf={({ at }) => String(at)}
          item={({ at, changed }) => (
            <div className="flex items-center justify-between gap-2">
              <Mono className="min-w-0 wrap-anywhere text-text-soft">{changed}</Mono>
              <Time at={at} className="text-small text-text-soft" />
            </div>
          )}
        />
      )}
    </>
  );
}

/** The first few of many, the others on request. */
function Listing<Item>(props: {
  readonly title: string;
  readonly none: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly item: (item: Item) => ReactNode;
}) {
  const { title, none, items, keyOf, item } = props;
  const t = useT();
  const [shown, setShown] = useState(few);
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-small font-medium text-text-soft">{title}</h3>
      {items.length === 0 ? (
        <p className="text-small text-text-soft">{none}</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {items.slice(0, shown).map((one) => (
            <li key={keyOf(one)}>{item(one)}</li>
          ))}
        </ul>
      )}
      {items.length > shown && (
        <Button size="small" variant="quiet" onClick={() => setShown(shown + 10 * few)}>
          {t('machines.page.more', { count: items.length - shown })}
        </Button>
      )}
    </section>
  );
}

/**
 * Returns the time of the first notification that a machine is not up; null if there was none, or it is no longer
 * known.
 */
function toldAt(
  given: readonly MachineNotification[],
  { name, nth }: { readonly name: string; readonly nth: number },
  { from, to }: Incident,
): number | null {
  const times = given
    .filter(({ outcome }) => outcome === 'given')
    .filter(({ changes }) =>
      changes.some(
        ({ machine, state }) => machine?.name === name && machine.nth === nth && state !== 'up',
      ),
    )
    .map(({ at }) => at)
    .filter((at) => at >= from && (to === null || at <= to));
  return times.length === 0 ? null : Math.min(...times);
}

/** Time, duration, notification time, and the user's note. */
function IncidentItem(props: {
  readonly incident: Incident;
  readonly toldAt: number | null;
  readonly onNote: (at: number, note: string) => void;
}) {
  const { incident, toldAt, onNote } = props;
  const { from, to, state } = incident;
  const t = useT();
  const format = useFormat();
  const { route } = useStores();
  const now = useNow();
  const [note, setNote] = useState(incident.note);
  const save = () => {
    if (note.trim() !== incident.note) onNote(from, note.trim());
  };
  const duration = format.duration((to ?? now) - from);
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-2">
          <StateMark state={state} />
          <span className="truncate text-text-soft">
            {to === null ? t('machines.page.lasting', { duration }) : duration}
          </span>
        </span>
        <Time at={from} className="text-small text-text-soft" />
      </div>
      {toldAt !== null && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => route.go({ screen: 'settings', part: 'notifications' })}
        >
          {t('machines.page.told')} <Time at={toldAt} />
        </Button>
      )}
      <TextField
        label={t('machines.page.note', { when: format.dateTime(from) })}
        labelHidden
        placeholder={t('machines.page.notePlaceholder')}
        value={note}
        maxLength={2000}
        onValueChange={setNote}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) save();
        }}
        className="mt-0.5"
      />
    </div>
  );
}

function Month({ name, days }: { readonly name: string; readonly days: readonly BarCell[] }) {
  const t = useT();
  const format = useFormat();
  const month = format.month(days[0]?.from ?? 0);
  const share = availableShare(sumOf(days));
  return (
    <div className="flex items-center gap-2">
      <span className="w-20 shrink-0 text-small text-text-soft">{month}</span>
      <span className="min-w-0 flex-1">
        <CellsBar cells={days} byDay label={t('machines.page.month', { name, month })} wide />
      </span>
      <span className="tabular w-14 shrink-0 text-right text-small">
        {share === null ? t('machines.availability.none') : format.share(share)}
      </span>
    </div>
  );
}

/** Groups days by calendar month, newest first; months without observations are left out. */
function monthsOf(days: readonly BarCell[]): BarCell[][] {
  const months = new Map<number, BarCell[]>();
  for (const cell of days) {
    const at = new Date(cell.from);
    const month = at.getFullYear() * 12 + at.getMonth();
    const known = months.get(month);
    if (known === undefined) months.set(month, [cell]);
    else known.push(cell);
  }
  return [...months.values()]
    .filter((cells) => cells.some(({ time }) => Object.keys(time).length > 0))
    .reverse();
}
