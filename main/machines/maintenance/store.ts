import * as z from 'zod';
import {
  type CalendarSource,
  calendarFindings,
  type MaintenanceWindow,
  maintenanceWindow,
  unnamedEvents,
} from '../../../preload/contract/machines/maintenance.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { type RowReader, readRows, type Values } from '../../base/storage/rows/index.ts';
import type { CalendarDate } from './worker-methods.ts';

/** A calendar with its dates, by start. */
export interface StoredCalendar extends Omit<CalendarSource, 'problem' | 'dates'> {
  readonly systemId: string;
  readonly dates: readonly CalendarDate[];
}

export interface StoredMaintenance {
  readonly windows: readonly { readonly systemId: string; readonly window: MaintenanceWindow }[];
  readonly calendars: readonly StoredCalendar[];
}

export const windowRows: RowReader<StoredMaintenance['windows'][number]> = {
  table: 'maintenance_windows',
  called: 'id',
  read: (row) => ({
    systemId: row.word('system_id'),
    window: row.json('planned', maintenanceWindow),
  }),
};

const unnamedStored = [...unnamedEvents, 'ask'] as const;
const noFindings: z.infer<typeof calendarFindings> = { leftOutEvents: [], unknownZones: [] };

/** Earlier versions used all machines without asking. */
function unnamedOf(row: Values): StoredCalendar['unnamed'] {
  const unnamed = row.one('unnamed', unnamedStored);
  return unnamed === 'all' && !row.flag('chosen') ? 'was-all' : unnamed;
}

export const calendarRows: RowReader<Omit<StoredCalendar, 'dates'>> = {
  table: 'maintenance_calendars',
  called: 'name',
  read: (row) => ({
    id: row.word('id'),
    systemId: row.word('system_id'),
    name: row.text('name'),
    url: row.shaped('url', z.url().nullable()),
    readAt: row.or(null, () => row.optionalInstant('read_at')),
    leftOut: row.or(0, () => row.count('left_out')),
    ...row.or(noFindings, () => row.json('findings', calendarFindings)),
    zone: row.or(null, () => row.shaped('zone', maintenanceWindow.shape.zone.nullable())),
    ownZone: row.or(null, () => row.shaped('own_zone', z.string().max(100).nullable())),
    unnamed: row.or<StoredCalendar['unnamed']>('ask', () => unnamedOf(row)),
  }),
};

export const dateRows: RowReader<CalendarDate & { readonly calendarId: string }> = {
  table: 'maintenance_dates',
  called: 'title',
  read: (row) => ({
    calendarId: row.word('calendar_id'),
    from: row.time('start'),
    to: row.time('until'),
    floating: row.or(false, () => row.flag('floating')),
    title: row.text('title'),
    said: row.text('said'),
  }),
};

export async function loadMaintenance(database: Database): Promise<StoredMaintenance> {
  const [windows, calendars, dates] = await Promise.all([
    database.all({ sql: 'SELECT * FROM maintenance_windows' }),
    database.all({ sql: 'SELECT * FROM maintenance_calendars ORDER BY rowid' }),
    database.all({ sql: 'SELECT * FROM maintenance_dates ORDER BY calendar_id, start' }),
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

export function saveWindow(systemId: string, window: MaintenanceWindow): Statement {
  return {
    sql: `INSERT OR REPLACE INTO maintenance_windows (system_id, id, planned)
          SELECT id, ?2, ?3 FROM systems WHERE id = ?1`,
    params: [systemId, window.id, JSON.stringify(window)],
  };
}

/** Returns the statements that replace a stored calendar. */
export function saveCalendar(calendar: StoredCalendar): Statement[] {
  const { id, systemId, name, url, readAt, leftOut, unnamed, zone, ownZone, dates } = calendar;
  const { leftOutEvents, unknownZones } = calendar;
  const findings = JSON.stringify({ leftOutEvents, unknownZones });
  const rows = dates.map(({ from, to, floating, title, said }) => [
    from,
    to,
    title,
    said,
    floating ? 1 : 0,
  ]);
  return [
    { sql: 'DELETE FROM maintenance_calendars WHERE id = ?', params: [id] },
    {
      sql: `INSERT INTO maintenance_calendars
              (id, system_id, name, url, read_at, left_out, unnamed, chosen, zone, own_zone, findings)
            SELECT ?2, id, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 FROM systems WHERE id = ?1`,
      params: [
        systemId,
        id,
        name,
        url,
        readAt,
        leftOut,
        unnamed === 'was-all' ? 'all' : unnamed,
        unnamed === 'was-all' ? 0 : 1,
        zone,
        ownZone,
        findings,
      ],
    },
    {
      sql: `INSERT INTO maintenance_dates (calendar_id, start, until, title, said, floating)
            SELECT c.id, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4
              FROM maintenance_calendars c, json_each(?2) j WHERE c.id = ?1`,
      params: [id, JSON.stringify(rows)],
    },
  ];
}
