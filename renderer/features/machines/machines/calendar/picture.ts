import type { BarCell } from '../../../../../preload/contract/machines/machine-history.ts';
import {
  type MachineState,
  machineStates,
} from '../../../../../preload/contract/machines/machine-states.ts';

/** A machine over the days of a report. */
export interface ReportRow {
  readonly name: string;
  /** Its availability in words. */
  readonly share: string;
  readonly days: readonly Pick<BarCell, 'from' | 'to' | 'time' | 'planned'>[];
}

export interface Report {
  readonly title: string;
  /** Content and time span, in words. */
  readonly subtitle: string;
  /** Labels above the days. */
  readonly days: readonly string[];
  readonly rows: readonly ReportRow[];
  readonly legend: Readonly<Record<MachineState, string>>;
  /** Notes below: omissions, origin. */
  readonly notes: readonly string[];
}

/** Colours of the light theme, for printing on white. */
const colours: Readonly<Record<MachineState, string>> = {
  up: '#1f8a5b',
  degraded: '#b7791f',
  down: '#c53030',
  maintenance: '#4c63b6',
  unknown: '#7b8794',
};
const [left, top, wide, high, right] = [190, 84, 18, 22, 70];
const longestName = 28;

/**
 * Escapes text for an element or an attribute: markup becomes text, and direction controls and characters invalid in
 * XML are left out.
 */
export function xmlText(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return (
    text
      .replace(/\p{Cs}/gu, '\ufffd')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML does not have
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
      .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[&<>"']/g, (character) => entities[character] ?? '')
  );
}

/** Returns a report as an SVG file: only rectangles and text. */
export function reportSvg({ title, subtitle, days, rows, legend, notes }: Report): string {
  const width = Math.max(620, left + days.length * wide + right);
  const height = top + rows.length * high + 46 + notes.length * 16;
  const under = top + rows.length * high;
  const heads = days.map((day, at) =>
    text(
      left + at * wide + wide / 2,
      top - 8,
      day,
      'text-anchor="middle" font-size="9" fill="#52606d"',
    ),
  );
  const states = machineStates.map((state, at) => {
    const x = 16 + at * 120;
    const mark = `<rect x="${x}" y="${under + 14}" width="11" height="11" fill="${colours[state]}"/>`;
    return mark + text(x + 16, under + 23.5, legend[state], 'font-size="11"');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" fill="#1f2933">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(16, 28, title, 'font-size="17" font-weight="600"'),
    text(16, 48, subtitle, 'font-size="12" fill="#52606d"'),
    ...heads,
    ...rows.map((row, at) => rowSvg(row, top + at * high, left + days.length * wide)),
    ...states,
    ...notes.map((note, at) =>
      text(16, under + 44 + at * 16, note, 'font-size="11" fill="#52606d"'),
    ),
    '</svg>',
  ].join('\n');
}

function text(x: number, y: number, said: string, rest: string): string {
  return `<text x="${x}" y="${y}" ${rest}>${xmlText(said)}</text>`;
}

function rowSvg({ name, share, days }: ReportRow, y: number, end: number): string {
  const letters = [...name];
  const short =
    letters.length > longestName ? `${letters.slice(0, longestName - 1).join('')}…` : name;
  return [
    text(16, y + 15, short, 'font-size="12"'),
    ...days.map((day, at) => daySvg(day, left + at * wide, y)),
    text(end + 8, y + 15, share, 'font-size="12"'),
  ].join('');
}

/** Stacks states by duration, up at the bottom; trouble has a line below, maintenance one above. */
function daySvg(
  { from, to, time, planned }: ReportRow['days'][number],
  x: number,
  y: number,
): string {
  const size = high - 6;
  let below = y + size;
  const part = (state: MachineState): string => {
    const tall = (size * (time[state] ?? 0)) / Math.max(1, to - from);
    if (tall === 0) return '';
    below -= tall;
    return rect(x, below, wide - 2, tall, colours[state]);
  };
  const trouble = (time.down ?? 0) + (time.degraded ?? 0) > 0;
  return [
    rect(x, y, wide - 2, size, '#e4e7eb'),
    ...machineStates.map(part),
    trouble ? rect(x, y + size + 1, wide - 2, 2, '#1f2933') : '',
    (planned ?? []).length > 0 ? rect(x, y - 1.5, wide - 2, 1.5, colours.maintenance) : '',
  ].join('');
}

function rect(x: number, y: number, width: number, height: number, fill: string): string {
  const at = (value: number) => Math.round(value * 100) / 100;
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" fill="${fill}"/>`;
}
