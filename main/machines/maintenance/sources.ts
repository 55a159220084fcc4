import { randomUUID } from 'node:crypto';
import { AppError, type AppErrorData } from '../../../preload/contract/errors.ts';
import type {
  CalendarSource,
  UnnamedEvents,
} from '../../../preload/contract/machines/maintenance.ts';
import type { Log } from '../../base/host.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Stretch } from '../sums/index.ts';
import { type CalendarReader, withPastDates } from './calendars.ts';
import { type StoredCalendar, saveCalendar } from './store.ts';
import type { CalendarDate, ReadCalendar } from './worker-methods.ts';
import { clockShowing, type Zones } from './zones.ts';

/** An address is read again after this, ms. */
const keptFor = 3600_000;
const longestFetch = 60_000;
const mostCalendars = 20;

/** Absent fields stay. */
interface Choices {
  readonly unnamed?: UnnamedEvents | undefined;
  readonly zone?: string | null | undefined;
}

/** Calendars of maintenance; those with an address are read repeatedly. */
export interface Sources {
  of(systemId: string): readonly StoredCalendar[];
  calendarsOf(systemId: string): CalendarSource[];
  /** @throws AppError `calendar-unreadable`, `calendar-too-much` */
  addFile(systemId: string, name: string, bytes: Uint8Array): Promise<void>;
  /** @throws AppError of the address, the network, the server or its answer */
  addAddress(systemId: string, url: string): Promise<void>;
  /** A failure is stored with the calendar; its dates stay. @throws AppError `not-found` */
  refreshNow(systemId: string, id: string): Promise<void>;
  /** Sets the machines of events that name none, and the clock. @throws AppError `not-found` */
  set(systemId: string, id: string, change: Choices): Promise<void>;
  /** Returns the time of its dates by its current clock, ms since 1970. */
  momentsOf(calendar: StoredCalendar): (date: CalendarDate) => Stretch;
  /** Rereads old ones. */
  refresh(systemId: string): Promise<void>;
  remove(systemId: string, id: string): Promise<void>;
  close(): Promise<void>;
}

export function createSources(
  deps: {
    readonly database: Database;
    readonly reader: CalendarReader;
    readonly log: Log;
    readonly now: () => Date;
    readonly zones: Zones;
    /** The computer's. */
    readonly zone: () => string;
    readonly changed: (systemId: string) => void;
  },
  stored: readonly StoredCalendar[],
): Sources {
  const { database, reader, log, now, zones } = deps;
  let calendars = [...stored];
  const problems = new Map<string, AppErrorData>();
  /** When an address was last read, ms since 1970. */
  const askedAt = new Map<string, number>();
  const underWay = new Map<string, { work: Promise<void>; ending: AbortController }>();
  const of = (systemId: string) => calendars.filter((one) => one.systemId === systemId);

  function find(systemId: string, id: string): StoredCalendar {
    const calendar = of(systemId).find((one) => one.id === id);
    if (calendar === undefined) throw new AppError('not-found');
    return calendar;
  }

  async function keep(calendar: StoredCalendar): Promise<void> {
    await database.runAll(saveCalendar(calendar));
    const at = calendars.findIndex(({ id }) => id === calendar.id);
    if (at < 0) calendars.push(calendar);
    else calendars.splice(at, 1, calendar);
    deps.changed(calendar.systemId);
  }

  async function add(
    calendar: ReadCalendar & Pick<StoredCalendar, 'systemId' | 'url'>,
  ): Promise<void> {
    const id = randomUUID();
    askedAt.set(id, now().getTime());
    await keep({ ...calendar, id, readAt: now().toISOString(), zone: null, unnamed: 'ask' });
  }

  const momentsOf = (calendar: StoredCalendar) => momentsBy(zones, deps.zone, calendar);

  async function take(id: string, systemId: string, url: string, signal: AbortSignal) {
    const chosen = calendars.find((one) => one.id === id)?.zone ?? null;
    const read = await reader.fetch(systemId, url, chosen, signal);
    const known = calendars.find((one) => one.id === id);
    if (known === undefined) return;
    problems.delete(id);
    const moments = momentsOf({ ...known, ownZone: read.ownZone });
    const dates = withPastDates(known.dates, read.dates, now().getTime(), moments);
    const name = read.name === '' ? known.name : read.name;
    await keep({ ...known, ...read, name, dates, readAt: now().toISOString() });
  }

  function fetchAgain({ id, systemId, url }: StoredCalendar): Promise<void> {
    const running = underWay.get(id);
    if (running !== undefined) return running.work;
    if (url === null) return Promise.resolve();
    const ending = new AbortController();
    askedAt.set(id, now().getTime());
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(longestFetch)]);
    const work = take(id, systemId, url, signal)
      .catch((cause: unknown) => {
        if (ending.signal.aborted) return;
        if (!(cause instanceof AppError)) log.error('maintenance.read', cause, { systemId });
        const problem = cause instanceof AppError ? cause : new AppError('internal');
        problems.set(id, problem.toData());
        deps.changed(systemId);
      })
      .finally(() => underWay.delete(id));
    underWay.set(id, { work, ending });
    return work;
  }

  return {
    of,
    calendarsOf: (systemId) =>
      of(systemId).map(({ systemId: _, dates, ...calendar }) => ({
        ...calendar,
        dates: dates.length,
        problem: problems.get(calendar.id) ?? null,
      })),
    async addFile(systemId, name, bytes) {
      requireRoom(of(systemId).length);
      const read = await reader.read(bytes, null);
      await add({ ...read, systemId, name: read.name === '' ? name : read.name, url: null });
    },
    async addAddress(systemId, url) {
      requireRoom(of(systemId).length);
      const { href, host } = requireAddress(url);
      const read = await reader.fetch(systemId, href, null, AbortSignal.timeout(longestFetch));
      await add({ ...read, systemId, name: read.name === '' ? host : read.name, url: href });
    },
    refreshNow: async (systemId, id) => fetchAgain(find(systemId, id)),
    async set(systemId, id, { unnamed, zone }) {
      const calendar = find(systemId, id);
      await keep({
        ...calendar,
        unnamed: unnamed ?? calendar.unnamed,
        zone: zone === undefined ? calendar.zone : zone,
      });
    },
    momentsOf,
    async refresh(systemId) {
      const due = now().getTime() - keptFor;
      const lastOf = ({ id, readAt }: StoredCalendar): number =>
        askedAt.get(id) ?? (readAt === null ? 0 : Date.parse(readAt));
      const old = of(systemId).filter((one) => one.url !== null && lastOf(one) <= due);
      await Promise.all(old.map(fetchAgain));
    },
    async remove(systemId, id) {
      const sql = 'DELETE FROM maintenance_calendars WHERE system_id = ? AND id = ?';
      await database.run({ sql, params: [systemId, id] });
      calendars = calendars.filter((one) => one.systemId !== systemId || one.id !== id);
      underWay.get(id)?.ending.abort();
      problems.delete(id);
      deps.changed(systemId);
    },
    async close() {
      const running = [...underWay.values()];
      for (const { ending } of running) ending.abort();
      await reader.close();
      await Promise.all(running.map(({ work }) => work));
    },
  };
}

function requireRoom(calendars: number): void {
  if (calendars < mostCalendars) return;
  throw new AppError('calendar-too-much', { details: { reason: 'calendars' } });
}

function momentsBy(
  zones: Zones,
  computers: () => string,
  { zone, ownZone }: StoredCalendar,
): (date: CalendarDate) => Stretch {
  const name = [zone, ownZone].find((one) => one !== null && zones.has(one)) ?? computers();
  const at = (wall: number) => clockShowing((ms) => zones.offsetAt(name, ms), wall);
  return ({ from, to, floating }) => (floating ? { from: at(from), to: at(to) } : { from, to });
}

/** Calendar links often start with webcal:; they are downloaded by https. */
function requireAddress(text: string): URL {
  const address = text.trim().replace(/^webcals?:/i, 'https:');
  if (URL.canParse(address)) return new URL(address);
  throw new AppError('address-invalid', { details: { problem: 'not-a-url' } });
}
