import { parseJson } from '../../preload/contract/json.ts';
import {
  type CalendarSource,
  calendarFindings,
  type MaintenanceWindow,
  maintenanceWindow,
} from '../../preload/contract/machines/maintenance.ts';
import type { Database, Statement } from '../storage/database.ts';
import type { CalendarDate } from './reading.ts';

/** A calendar with its dates, by their beginning. */
export interface KeptCalendar extends Omit<CalendarSource, 'problem' | 'dates'> {
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
  for (const { calendar_id, start, until, floating, title, said } of dates) {
    const known = byCalendar.get(String(calendar_id)) ?? [];
    byCalendar.set(String(calendar_id), known);
    const text = { title: String(title), said: String(said) };
    known.push({ from: Number(start), to: Number(until), floating: floating === 1, ...text });
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
      ...findingsOf(row.findings),
      zone: row.zone === null ? null : String(row.zone),
      ownZone: row.own_zone === null ? null : String(row.own_zone),
      unnamed: unnamedOf(row.unnamed, row.chosen === 1),
      dates: byCalendar.get(String(row.id)) ?? [],
    })),
  };
}

/** What a later version has found says nothing here. */
function findingsOf(kept: unknown): Pick<KeptCalendar, 'leftOutEvents' | 'unknownZones'> {
  const read = calendarFindings.safeParse(parseJson(String(kept)));
  return read.success ? read.data : { leftOutEvents: [], unknownZones: [] };
}

function unnamedOf(kept: unknown, chosen: boolean): KeptCalendar['unnamed'] {
  if (kept === 'all') return chosen ? 'all' : 'was-all';
  return kept === 'nobody' ? 'nobody' : 'ask';
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
