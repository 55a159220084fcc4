import type { FileFault } from '../../../common/texts/file-fault.ts';

/** A date and a time as another program wrote them. */
interface Written {
  readonly numbers: readonly [number, number, number];
  /** Null if it is unknown whether the day or the month comes first. */
  readonly order: Order | null;
  /** Hours, minutes, seconds, milliseconds. */
  readonly time: readonly [number, number, number, number];
  /** Minutes from UTC; null for this computer's clock. */
  readonly offset: number | null;
}
type Order = 'ymd' | 'dmy' | 'mdy';

const dated =
  /^(\d{1,4})([-/.])(\d{1,2})([-/.])(\d{1,4})(?:(?:T|,? )(AM |PM )?(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?( ?[AP]M)?( ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?$/i;

/** Normalises Japanese dates, blanks and digits of any width. */
function plain(text: string): string {
  return text
    .slice(0, 60)
    .normalize('NFKC')
    .replace(/[年月]/g, '/')
    .replace('日', ' ')
    .replace('午前', 'AM ')
    .replace('午後', 'PM ')
    .replace(/[時分]/g, ':')
    .replace('秒', '')
    .replace(/\s+/g, ' ')
    .replace(/:$/, '')
    .trim();
}

function read(text: string): Written | FileFault {
  const found = dated.exec(plain(text));
  if (found === null) return 'table-date';
  const [, a = '', first, b = '', second, c = '', before = '', hours] = found;
  const [minutes = '', seconds = '', fraction = '', after = '', zone = ''] = found.slice(8);
  if (first !== second) return 'table-date';
  if (a.length !== 4 && c.length !== 4) return 'table-short-year';
  if (hours === undefined) return 'table-no-time';
  const half = `${before}${after}`.trim().toUpperCase();
  const hour = Number(hours);
  if (half !== '' && (hour < 1 || hour > 12)) return 'table-no-such-date';
  return {
    numbers: [Number(a), Number(b), Number(c)],
    order: a.length === 4 ? 'ymd' : first === '.' ? 'dmy' : null,
    time: [
      half === '' ? hour : (hour % 12) + (half === 'PM' ? 12 : 0),
      Number(minutes),
      Number(seconds),
      Number(fraction.slice(0, 3).padEnd(3, '0')),
    ],
    offset: zone === '' ? null : offsetOf(zone.trim().toUpperCase()),
  };
}

function offsetOf(zone: string): number {
  if (zone === 'Z' || zone === 'UTC') return 0;
  const digits = zone.replace(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** Whether day or month comes first in a file, as far as its dates show: a number above 12 is a day. */
export interface DateOrder {
  /** @returns a fault if this date contradicts an earlier one */
  learn(text: string): FileFault | null;
  /** Returns milliseconds since 1970, or the fault. Without a zone this computer's clock applies. */
  moment(text: string): number | FileFault;
}

export function createDateOrder(): DateOrder {
  let known: Order | null = null;
  return {
    learn(text) {
      const written = read(text);
      if (typeof written === 'string' || written.order !== null) return null;
      const [first, second] = written.numbers;
      const order = first > 12 ? 'dmy' : second > 12 ? 'mdy' : null;
      if (order === null) return null;
      if (known !== null && known !== order) return 'table-date-orders';
      known = order;
      return null;
    },
    moment(text) {
      const written = read(text);
      if (typeof written === 'string') return written;
      const order = written.order ?? known;
      return order === null ? 'table-date-order' : momentOf(written, order);
    },
  };
}

function momentOf({ numbers: [a, b, c], time, offset }: Written, order: Order): number | FileFault {
  const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b];
  const fields = [year, month - 1, day, ...time] as const;
  const inUtc = new Date(Date.UTC(...fields));
  const isReal = utcFields(inUtc).every((value, at) => value === fields[at]);
  if (!isReal) return 'table-no-such-date';
  if (offset !== null) return inUtc.getTime() - offset * 60_000;
  const local = new Date(...fields).getTime();
  const isThere = (at: number): boolean =>
    localFields(new Date(at)).every((value, index) => value === fields[index]);
  // the hour that a clock change skips, and the one that it repeats
  if (!isThere(local)) return 'table-no-such-date';
  const others = [30, 60].flatMap((minutes) => [minutes, -minutes]);
  return others.some((minutes) => isThere(local + minutes * 60_000)) ? 'table-date-twice' : local;
}

function utcFields(at: Date): number[] {
  return [
    at.getUTCFullYear(),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
    at.getUTCMilliseconds(),
  ];
}

function localFields(at: Date): number[] {
  return [
    at.getFullYear(),
    at.getMonth(),
    at.getDate(),
    at.getHours(),
    at.getMinutes(),
    at.getSeconds(),
    at.getMilliseconds(),
  ];
}
