import * as z from 'zod';
import {
  type CalendarSource,
  type MaintenanceWindow,
  maintenanceWindow,
  unnamedEvents,
} from '../../preload/contract/machines/maintenance.ts';
import type { Database, Statement } from '../storage/database.ts';
import { type RowReader, readRows } from '../storage/rows/index.ts';
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

export const windowRows: RowReader<KeptMaintenance['windows'][number]> = {
  table: 'maintenance_windows',
  called: 'id',
  read: (row) => ({
    systemId: row.word('system_id'),
    window: row.json('planned', maintenanceWindow),
  }),
};

export const calendarRows: RowReader<Omit<KeptCalendar, 'dates'>> = {
  table: 'maintenance_calendars',
  called: 'name',
  read: (row) => ({
    id: row.word('id'),
    systemId: row.word('system_id'),
    name: row.text('name'),
    url: row.shaped('url', z.url().nullable()),
    readAt: row.or(null, () => row.optionalInstant('read_at')),
    leftOut: row.or(0, () => row.count('left_out')),
    unnamed: row.or('all', () => row.one('unnamed', unnamedEvents)),
  }),
};

export const dateRows: RowReader<CalendarDate & { readonly calendarId: string }> = {
  table: 'maintenance_dates',
  called: 'title',
  read: (row) => ({
    calendarId: row.word('calendar_id'),
    from: row.time('start'),
    to: row.time('until'),
    title: row.text('title'),
    said: row.text('said'),
  }),
};

export async function loadMaintenance(database: Database): Promise<KeptMaintenance> {
  const [windows, calendars, dates] = await Promise.all([
    database.all('SELECT * FROM maintenance_windows'),
    database.all('SELECT * FROM maintenance_calendars ORDER BY rowid'),
    database.all('SELECT * FROM maintenance_dates ORDER BY calendar_id, start'),
  ]);
  const byCalendar = new Map<string, CalendarDate[]>();
  for (const { calendarId, ...date } of readRows(database, dateRows, dates)) {
    const known = byCalendar.get(calendarId) ?? [];
    byCalendar.set(calendarId, known);
    known.push(date);
  }
  return {
    windows: readRows(database, windowRows, windows),
    calendars: readRows(database, calendarRows, calendars).map((one) => ({
      ...one,
      dates: byCalendar.get(one.id) ?? [],
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
