import { isCancelled } from './events.ts';
import { type Component, propertyOf } from './lines.ts';

/** Events of one UID: a series, or one event, with those that replace some of its dates. */
export interface Series {
  /** The calendar with its zones. */
  readonly calendar: Component;
  readonly master: Component | null;
  readonly exceptions: readonly Component[];
}

interface Item {
  readonly calendar: Component;
  readonly event: Component;
  readonly place: number;
  readonly cancelled: boolean;
}

/** Returns the current events of all calendars in a file: the newest version of each, without cancelled ones. */
export function bySeries(calendars: readonly Component[]): Series[] {
  const groups = new Map<string, Item[]>();
  let place = 0;
  for (const calendar of calendars) {
    const method = propertyOf(calendar, 'method')?.value.trim().toUpperCase();
    for (const event of calendar.parts) {
      if (event.name !== 'vevent') continue;
      const uid = propertyOf(event, 'uid')?.value.trim() ?? '';
      const key = uid === '' ? `\n${place}` : uid;
      const item = {
        calendar,
        event,
        place,
        cancelled: method === 'CANCEL' || isCancelled(event),
      };
      add(groups, key, item);
      place++;
    }
  }
  return [...groups.values()].flatMap(seriesOf);
}

function seriesOf(items: readonly Item[]): Series[] {
  const masters = newest(
    items.filter(({ event }) => propertyOf(event, 'recurrence-id') === undefined),
  );
  const ofDates = new Map<string, Item[]>();
  for (const item of items) {
    const origin = propertyOf(item.event, 'recurrence-id');
    if (origin === undefined) continue;
    const key = `${origin.value.trim()} ${origin.params.get('tzid') ?? ''}`;
    add(ofDates, key, item);
  }
  const exceptions = [...ofDates.values()].flatMap((same) => newest(same).slice(-1));
  const [first, ...others] = masters;
  if (first === undefined) {
    return exceptions
      .filter(({ cancelled }) => !cancelled)
      .map(({ calendar, event }) => ({ calendar, master: null, exceptions: [event] }));
  }
  const alone = others
    .filter(({ cancelled }) => !cancelled)
    .map(({ calendar, event }) => ({ calendar, master: event, exceptions: [] }));
  if (first.cancelled) return alone;
  return [
    { calendar: first.calendar, master: first.event, exceptions: exceptions.map(cancelledToo) },
    ...alone,
  ];
}

/** A file that cancels cancels all its events. */
function cancelledToo({ event, cancelled }: Item): Component {
  if (!cancelled || isCancelled(event)) return event;
  const status = { name: 'status', params: new Map<string, string>(), value: 'CANCELLED' };
  return {
    ...event,
    properties: [status, ...event.properties.filter(({ name }) => name !== 'status')],
  };
}

/**
 * Returns the newest version of an event (RFC 5546, section 2.1.5), by sequence number, then by time of writing. If
 * these do not distinguish several, they are separate events, from a program that gives all the same name.
 */
function newest(items: readonly Item[]): Item[] {
  const sequence = ({ event }: Item) => Number(propertyOf(event, 'sequence')?.value ?? 0) || 0;
  const written = ({ event }: Item) =>
    (propertyOf(event, 'dtstamp') ?? propertyOf(event, 'last-modified'))?.value ?? '';
  const compare = (a: Item, b: Item): number =>
    sequence(a) - sequence(b) ||
    (written(a) < written(b) ? -1 : written(a) > written(b) ? 1 : 0) ||
    Number(a.cancelled) - Number(b.cancelled);
  const [last] = items.toSorted((a, b) => compare(a, b) || a.place - b.place).slice(-1);
  if (last === undefined) return [];
  const alike = items.filter((one) => compare(one, last) === 0);
  if (last.cancelled) return [last];
  const starts = new Map(alike.map((one) => [startOf(one), one]));
  return [...starts.values()];
}

const startOf = ({ event }: Item): string => {
  const start = propertyOf(event, 'dtstart');
  return `${start?.value.trim() ?? ''} ${start?.params.get('tzid') ?? ''}`;
};

function add(groups: Map<string, Item[]>, key: string, item: Item): void {
  const same = groups.get(key);
  if (same === undefined) groups.set(key, [item]);
  else same.push(item);
}
