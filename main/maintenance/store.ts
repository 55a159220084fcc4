import { parseJson } from '../../preload/contract/json.ts';
import {
  type CalendarSource,
  type MaintenanceWindow,
  maintenanceWindow,
} from '../../preload/contract/machines/maintenance.ts';
import type { Database, Statement } from '../storage/database.ts';
import type { CalendarDate } from './reading.ts';

/** A calendar with its dates, by their beginning. */
export interface KeptCalendar
  extends Pick<CalendarSource, 'id' | 'name' | 'url' | 'readAt' | 'leftOut' | 'unnamed'> {
  readonly systemId: string;
  readonly dates: readonly CalendarDate[];
}

export interface KeptMaintenance {
  readonly windows: readonly { readonly systemId: string; readonly window: MaintenanceWindow }[];
  readonly calendars: readonly KeptCalendar[];
}

export async function loadMaintenance(database: Database): Promise<KeptMaintenance> {
  const [windows, calendars, dates] = await Promise.all([
    database.all('SELECT system_id, planned FROM maintenance_windows'),
    database.all('SELECT * FROM maintenance_calendars ORDER BY rowid'),
    database.all('SELECT * FROM maintenance_dates ORDER BY calendar_id, start'),
  ]);
  const byCalendar = new Map<string, CalendarDate[]>();
  for (const { calendar_id, start, until, title, said } of dates) {
    const known = byCalendar.get(String(calendar_id)) ?? [];
    byCalendar.set(String(calendar_id), known);
    const text = { title: String(title), said: String(said) };
    known.push({ from: Number(start), to: Number(until), ...text });
  }
  return {
    windows: windows.flatMap(({ system_id, planned }) => {
      // one of a later version says nothing here
      const read = maintenanceWindow.safeParse(parseJson(String(planned)));
      return read.success ? [{ systemId: String(system_id), window: read.data }] : [];
    }),
    calendars: calendars.map((row) => ({
      id: String(row.id),
      systemId: String(row.system_id),
      name: String(row.name),
      url: row.url === null ? null : String(row.url),
      readAt: row.read_at === null ? null : String(row.read_at),
      leftOut: Number(row.left_out),
      unnamed: row.unnamed === 'nobody' ? 'nobody' : 'all',
      dates: byCalendar.get(String(row.id)) ?? [],
    })),
  };
}

export function keepingWindow(systemId: string, window: MaintenanceWindow): Statement {
  return {
    sql: `INSERT OR REPLACE INTO maintenance_windows (system_id, id, planned)
          SELECT id, ?2, ?3 FROM systems WHERE id = ?1`,
    params: [systemId, window.id, JSON.stringify(window)],
  };
}

/** A calendar takes the place of what was kept of it. */
export function keepingCalendar(calendar: KeptCalendar): Statement[] {
  const { id, systemId, name, url, readAt, leftOut, unnamed, dates } = calendar;
  const rows = dates.map(({ from, to, title, said }) => [from, to, title, said]);
  return [
    { sql: 'DELETE FROM maintenance_calendars WHERE id = ?', params: [id] },
    {
      sql: `INSERT INTO maintenance_calendars (id, system_id, name, url, read_at, left_out, unnamed)
            SELECT ?2, id, ?3, ?4, ?5, ?6, ?7 FROM systems WHERE id = ?1`,
      params: [systemId, id, name, url, readAt, leftOut, unnamed],
    },
    {
      sql: `INSERT INTO maintenance_dates (calendar_id, start, until, title, said)
            SELECT c.id, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3
              FROM maintenance_calendars c, json_each(?2) j WHERE c.id = ?1`,
      params: [id, JSON.stringify(rows)],
    },
  ];
}
