import type { KeyboardEvent } from 'react';
import { useEffect, useRef } from 'react';
import type { ResourceValue } from '../../../../../preload/contract/index.ts';
import { useLanguage, useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { cx, StateMark, useNow, VisuallyHidden } from '../../../../ui/index.ts';
import { type DayCell, eventsOf, sameDayOf, startOfDay, weeksOf } from './month.ts';

interface MonthGridProps {
  /** Start of the month, ms since 1970. */
  readonly month: number;
  /** Start of the selected day. */
  readonly day: number;
  readonly value: ResourceValue<'machineHistory.calendar'>;
  readonly onDay: (day: number) => void;
}

/** Plans, and machines, shown in a day's cell. */
const most = 2;

/**
 * The days of a month, one of them selected: arrow keys, Home and End move the selection, Page Up and Page Down change
 * the month.
 */
export function MonthGrid({ month, day, value, onDay }: MonthGridProps) {
  const t = useT();
  const language = useLanguage();
  const format = useFormat();
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  const weeks = weeksOf(month, language === 'ja' ? 0 : 1);
  const weekday = (at: number, form: 'short' | 'long') =>
    new Intl.DateTimeFormat(language, { weekday: form }).format(at);

  useEffect(() => {
    const button = grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
    if (byKey.current) button?.focus();
    byKey.current = false;
    // the list of the day below takes room once it is drawn, and the window may change its size
    const sizes = new ResizeObserver(() => button?.scrollIntoView({ block: 'nearest' }));
    const area = grid.current?.parentElement;
    if (area) sizes.observe(area);
    return () => sizes.disconnect();
  }, [day]);

  const move = (event: KeyboardEvent) => {
    const week = weeks.find((days) => days.some(({ from }) => from === day));
    const steps: Record<string, number | undefined> = {
      ArrowLeft: startOfDay(day, -1),
      ArrowRight: startOfDay(day, 1),
      ArrowUp: startOfDay(day, -7),
      ArrowDown: startOfDay(day, 7),
      Home: week?.[0]?.from,
      End: week?.[6]?.from,
      PageUp: sameDayOf(day, -1),
      PageDown: sameDayOf(day, 1),
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    byKey.current = true;
    onDay(to);
  };

  return (
    <table
      ref={grid}
      aria-label={t('calendar.month', { month: format.month(month) })}
      onKeyDown={move}
      className="w-full table-fixed border-collapse"
    >
      <thead>
        <tr>
          {weeks[0]?.map(({ from }) => (
            <th
              key={from}
              scope="col"
              abbr={weekday(from, 'long')}
              className="pb-1 text-left text-small font-medium text-text-soft"
            >
              {weekday(from, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((days) => (
          <tr key={days[0]?.from}>
            {days.map((cell) => (
              <Day
                key={cell.from}
                cell={cell}
                value={value}
                onDay={onDay}
                chosen={cell.from === day}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In narrow cells a name begins below its mark, so that it is not broken inside a word. */
const entry = 'flex max-w-full items-start gap-1 max-[60rem]:line-clamp-4 max-[60rem]:leading-4';
const entryText =
  'line-clamp-3 leading-4 wrap-anywhere max-[60rem]:inline max-[45rem]:text-tiny max-[45rem]:leading-4';

function Day(props: {
  readonly cell: DayCell;
  readonly value: ResourceValue<'machineHistory.calendar'>;
  readonly chosen: boolean;
  readonly onDay: (day: number) => void;
}) {
  const { cell, value, chosen, onDay } = props;
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const now = useNow();
  const { incidents, maintained, planned } = eventsOf(cell, value, now);
  // a machine once, with its worst state
  const names = [...new Map([...incidents, ...maintained].reverse().map((one) => [one.name, one]))]
    .map(([, one]) => one)
    .reverse();
  const today = cell.from <= now && now < cell.to;
  const told = [
    ...(incidents.length > 0 ? [t('calendar.incidents', { count: incidents.length })] : []),
    ...(maintained.length > 0 ? [t('calendar.inMaintenance', { count: maintained.length })] : []),
    ...(planned.length > 0 ? [t('calendar.planned', { count: planned.length })] : []),
  ];
  return (
    <td className={cx('h-20 border border-line p-0 align-top', cell.outside && 'bg-sunken')}>
      <button
        type="button"
        data-day={cell.from}
        tabIndex={chosen ? 0 : -1}
        aria-current={today ? 'date' : undefined}
        aria-pressed={chosen}
        onClick={() => onDay(cell.from)}
        className={cx(
          'flex h-full min-h-20 w-full flex-col items-start gap-0.5 overflow-hidden p-1 text-left text-small hover:bg-hover max-[72rem]:px-0.5',
          chosen && 'bg-accent-soft outline-1 -outline-offset-1 outline-accent',
        )}
      >
        <VisuallyHidden>
          {[format.date(cell.from), ...told].join(language === 'ja' ? '、' : ', ')}
        </VisuallyHidden>
        <span aria-hidden className="contents">
          <span
            className={cx(
              'tabular rounded-small px-1',
              today ? 'bg-accent font-semibold text-on-accent' : cell.outside && 'text-text-soft',
            )}
          >
            {new Date(cell.from).getDate()}
          </span>
          {names.slice(0, most).map(({ name, state }) => (
            <span key={name} className={entry}>
              <StateMark state={state} silent /> <span className={entryText}>{name}</span>
            </span>
          ))}
          {names.length > most && (
            <span className="text-text-soft">
              {t('calendar.more', { count: names.length - most })}
            </span>
          )}
          {planned.slice(0, most).map(({ from, title, origin }) => (
            <span key={`${origin} ${from}`} className={entry}>
              <StateMark state="maintenance" silent />{' '}
              <span className={entryText}>
                {from >= cell.from && `${format.clock(from)} `}
                {title === '' ? t('calendar.untitled') : title}
              </span>
            </span>
          ))}
          {planned.length > most && (
            <span className="text-text-soft">
              {t('calendar.more', { count: planned.length - most })}
            </span>
          )}
        </span>
      </button>
    </td>
  );
}
