import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers, ResourceValue } from '../../../preload/contract/index.ts';
import type { MaintenanceWindow, Planned } from '../../../preload/contract/machines/maintenance.ts';
import { inBackground } from '../../base/async/background.ts';
import type { Log } from '../../base/host.ts';
import type { Network } from '../../base/network/index.ts';
import type { Database } from '../../base/storage/database.ts';
import type { WorkerClient } from '../../base/workers/connect.ts';
import type { Accesses } from '../../systems/access/index.ts';
import type { Links } from '../../systems/links/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { Stretch } from '../sums/index.ts';
import { createCalendarReader } from './calendars.ts';
import { createNames, type Names } from './naming/index.ts';
import { createSources } from './sources.ts';
import { loadMaintenance, saveWindow } from './store.ts';
import { occurrencesOf } from './windows.ts';
import type { MaintenanceMethods } from './worker-methods.ts';
import { createZones } from './zones.ts';

export { calendarRows, dateRows, windowRows } from './store.ts';
export type { MaintenanceMethods } from './worker-methods.ts';

/** Machines of the same name are distinguished by their order, from 0. */
interface Named {
  readonly name: string;
  readonly nth: number;
}

export interface MaintenanceDeps {
  readonly database: Database;
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly links: Pick<Links, 'to'>;
  readonly access: Pick<Accesses, 'openWebApi'>;
  readonly network: Network;
  readonly startWorker: () => WorkerClient<MaintenanceMethods>;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
  /** IANA name; by default the computer's time zone. */
  readonly timeZone?: string;
  /** Timeout of reading a calendar, ms. */
  readonly longestReading?: number;
}

/** Planned maintenance of machines: entered by hand or read from calendars. */
export interface Maintenance {
  readonly calls: Handlers<'maintenance'>;
  /**
   * Returns the maintenance that overlaps a time span (ms since 1970), ordered by start.
   * @param machines the known machines
   */
  planned(systemId: string, machines: readonly Named[], within: Stretch): Planned[];
  /** Returns whether maintenance at a time affects a machine; `null` stands for the Web API. */
  underWay(
    systemId: string,
    machines: readonly Named[],
    at: number,
  ): (machine: Named | null) => boolean;
  /** To be called after a successful check: refreshes outdated calendars. */
  checked(systemId: string): void;
  /** Calls back when planned maintenance changes. @returns unsubscribes */
  onChange(listener: (systemId: string) => void): () => void;
  close(): Promise<void>;
}

const mostWindows = 500;
const day = 86_400_000;

export async function createMaintenance(deps: MaintenanceDeps): Promise<Maintenance> {
  const { database, systems, emit, log } = deps;
  const now = deps.now ?? (() => new Date());
  const zones = createZones();
  const background = inBackground(log);
  const listeners = new Set<(systemId: string) => void>();
  const stored = await loadMaintenance(database);
  const zone = () => deps.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const longest = deps.longestReading;
  const reader = createCalendarReader({ ...deps, now, zone, ...(longest && { longest }) });
  const changed = (systemId: string): void => {
    emit('maintenance.changed', snapshot(systemId));
    for (const listener of listeners) listener(systemId);
  };
  const sources = createSources(
    { database, reader, log, now, zones, zone, changed },
    stored.calendars,
  );
  let windows = stored.windows;
  const windowsOf = (systemId: string): MaintenanceWindow[] =>
    windows.filter((one) => one.systemId === systemId).map(({ window }) => window);

  function snapshot(systemId: string): ResourceValue<'maintenance'> {
    return { systemId, windows: windowsOf(systemId), calendars: sources.calendarsOf(systemId) };
  }

  function planned(systemId: string, machines: readonly Named[], within: Stretch): Planned[] {
    const byHand = windowsOf(systemId).flatMap((window) =>
      occurrencesOf(zones, window, within).map((stretch) => ({
        ...stretch,
        title: window.title,
        machines: window.machines,
        origin: window.id,
      })),
    );
    const dates = sources.of(systemId).flatMap((calendar) => {
      const momentsOf = sources.momentsOf(calendar);
      return calendar.dates
        .filter((date) => isNear(date, within))
        .map((date) => ({ ...date, ...momentsOf(date), calendar }))
        .filter((date) => reaches(date, within));
    });
    const names = dates.length === 0 ? null : namesOf(machines);
    const read = dates.flatMap(({ from, to, title, said, calendar }) => {
      const { unnamed, id: origin } = calendar;
      const named = names?.namedIn(`${title}\n${said}`) ?? [];
      if (named.length === 0 && unnamed === 'nobody') return [];
      const concerned = named.map(({ name, nth }) => ({ name, nth }));
      // an event that names no machine affects none until the user decides
      const all = concerned.length === 0 && unnamed === 'all';
      return [{ from, to, title, origin, machines: all ? null : concerned }];
    });
    return [...byHand, ...read].sort((a, b) => a.from - b.from || a.to - b.to);
  }

  /** Cached, because the same machines are looked up repeatedly. */
  let lastNames: { key: string; names: Names<Named> } | null = null;
  function namesOf(machines: readonly Named[]): Names<Named> {
    const key = JSON.stringify(machines.map(({ name, nth }) => [name, nth]));
    if (lastNames?.key !== key) {
      lastNames = { key, names: createNames(machines.map(({ name, nth }) => ({ name, nth }))) };
    }
    return lastNames.names;
  }

  const without = (systemId: string, id: string) =>
    windows.filter((one) => one.systemId !== systemId || one.window.id !== id);

  return {
    calls: {
      snapshot: async ({ systemId }) => snapshot(systemId),
      async setWindow({ systemId, window }) {
        systems.get(systemId);
        if (windowsOf(systemId).length >= mostWindows) {
          throw new AppError('calendar-too-much', { details: { reason: 'windows' } });
        }
        await database.run(saveWindow(systemId, window));
        windows = [...without(systemId, window.id), { systemId, window }];
        changed(systemId);
      },
      async removeWindow({ systemId, id }) {
        const sql = 'DELETE FROM maintenance_windows WHERE system_id = ? AND id = ?';
        await database.run({ sql, params: [systemId, id] });
        windows = without(systemId, id);
        changed(systemId);
      },
      async addFile({ systemId, name, bytes }) {
        systems.get(systemId);
        await sources.addFile(systemId, name, bytes);
      },
      async addAddress({ systemId, url }) {
        systems.get(systemId);
        await sources.addAddress(systemId, url);
      },
      refreshCalendar: ({ systemId, id }) => sources.refreshNow(systemId, id),
      setCalendar: ({ systemId, id, ...change }) => sources.set(systemId, id, change),
      removeCalendar: ({ systemId, id }) => sources.remove(systemId, id),
    },
    planned,
    underWay(systemId, machines, at) {
      const now = planned(systemId, machines, { from: at, to: at + 1 });
      const present = now.filter(({ to }) => to > at);
      const all = present.some((one) => one.machines === null);
      const key = ({ name, nth }: Named) => `${nth} ${name}`;
      const concerned = new Set(present.flatMap((one) => (one.machines ?? []).map(key)));
      return (machine) => all || (machine !== null && concerned.has(key(machine)));
    },
    checked: (systemId) => background('maintenance.checked', sources.refresh(systemId)),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: sources.close,
  };
}

/** An event without duration counts at its start. */
function reaches({ from, to }: Stretch, within: Stretch): boolean {
  return from < within.to && (to > within.from || (from === to && from >= within.from));
}

/** A coarse test before the zone is known: local times are less than a day from UTC. */
function isNear({ from, to }: Stretch, within: Stretch): boolean {
  return from < within.to + day && to > within.from - day;
}
