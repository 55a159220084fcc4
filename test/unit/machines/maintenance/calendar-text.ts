import { readCalendar } from '../../../../main/machines/maintenance/calendar/index.ts';
import type { CalendarFile } from '../../../../main/machines/maintenance/worker-methods.ts';

const input = {
  ...{ chosen: null, charset: null, zone: 'Asia/Tokyo' },
  ...{ from: Date.UTC(2026, 0, 1), to: Date.UTC(2028, 0, 1) },
};
const crlf = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;
export const event = (...lines: readonly string[]): string[] => [
  'BEGIN:VEVENT',
  ...lines,
  'END:VEVENT',
];
export const calendar = (...lines: readonly string[]): string =>
  crlf('BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR');

const at = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** Dates by UTC; floating ones as their clock shows them, with ~ before. */
export function read(text: string | Uint8Array, change: Partial<CalendarFile> = {}) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const { dates, ...others } = readCalendar({ ...input, bytes, ...change });
  return {
    ...others,
    titles: dates.map(({ title }) => title),
    dates: dates.map(
      ({ from, to, floating }) => `${floating ? '~' : ''}${at(from)} ${(to - from) / 60_000}`,
    ),
  };
}

export const daily = event(
  ...['UID:1', 'SUMMARY:daily', 'DTSTART;TZID=Europe/Berlin:20261201T090000'],
  ...['DTEND;TZID=Europe/Berlin:20261201T110000', 'RRULE:FREQ=DAILY;COUNT=3'],
);
