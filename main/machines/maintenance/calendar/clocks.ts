import { type Clock, clockOf, type Zones } from '../zones.ts';
import { type Component, propertiesOf, propertyOf, textOf } from './lines.ts';
import { instances, readRule } from './rule.ts';
import { day, parseTime, utc } from './values.ts';
import { windowsZones } from './windows-zones.ts';

/** Names that the IANA database lacks. */
const otherNames: Readonly<Record<string, string>> = {
  z: 'UTC',
  jst: 'Asia/Tokyo',
  kst: 'Asia/Seoul',
  hkt: 'Asia/Hong_Kong',
  sgt: 'Asia/Singapore',
  'japan standard time': 'Asia/Tokyo',
  日本標準時: 'Asia/Tokyo',
  '東京 (標準時)': 'Asia/Tokyo',
  '大阪、札幌、東京': 'Asia/Tokyo',
  'coordinated universal time': 'UTC',
  'eastern time (us & canada)': 'America/New_York',
  'central time (us & canada)': 'America/Chicago',
  'mountain time (us & canada)': 'America/Denver',
  'pacific time (us & canada)': 'America/Los_Angeles',
  'kamchatka standard time': 'Asia/Kamchatka',
  'mid-atlantic standard time': 'Etc/GMT+2',
};

/** Returns zones by city, such as `Tokyo`; leaves out ambiguous cities. */
function citiesOf(): ReadonlyMap<string, string> {
  const cities = new Map<string, string>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const city = (zone.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase();
    if (zone.includes('/')) cities.set(city, zone);
  }
  return cities;
}

export interface ZoneNames {
  /**
   * Returns the IANA name, or an offset such as +09:00, of a zone name in a file; null if unknown.
   * @param described whether the file defines the zone: then nothing is guessed
   */
  known(name: string, described: boolean): string | null;
}

export function createZoneNames(zones: Pick<Zones, 'has'>): ZoneNames {
  const cities = citiesOf();
  const found = new Map<string, string | null>();

  function find(name: string, described: boolean): string | null {
    const plain = name.trim().replace(/^"|"$/g, '').replace(/\s/g, ' ');
    // EST is also New York's, which has summer time
    if (described && /^[A-Z]{2,4}$/.test(plain) && plain !== 'UTC' && plain !== 'GMT') return null;
    const other = otherNames[plain.toLowerCase()] ?? windowsZones.get(plain.toLowerCase());
    if (other !== undefined) return other;
    const offset = offsetIn(plain);
    if (offset !== null) return offset;
    if (zones.has(plain)) return plain;
    // /mozilla.org/20050126_1/Asia/Tokyo, tzone://Microsoft/Utc
    const parts = plain.split('/').filter((part) => part !== '');
    if (parts.length > 1) {
      for (const length of [3, 2, 1]) {
        const end = parts.slice(-length).join('/');
        if (parts.length > length && zones.has(end)) return end;
      }
      return windowsZones.get(parts.at(-1)?.toLowerCase() ?? '') ?? null;
    }
    return described ? null : displayed(plain.toLowerCase());
  }

  /** `(UTC+09:00) Osaka, Sapporo, Tokyo`, `Tokyo`, `GMT+01.00 Amsterdam / Berlin` */
  function displayed(name: string): string | null {
    const words = name.replace(/^\(?(?:utc|gmt)?[+-]?[\d:.]{0,8}\)?/, '').trim();
    const other =
      otherNames[words] ?? windowsZones.get(words) ?? windowsZones.get(`${words} standard time`);
    if (other !== undefined) return other;
    for (const city of words.split(/[,/、]/)) {
      const zone = cities.get(city.trim().replaceAll('_', ' '));
      if (zone !== undefined) return zone;
    }
    return null;
  }

  return {
    known(name, described) {
      const key = `${described} ${name}`;
      const before = found.get(key);
      if (before !== undefined) return before;
      const zone = name.length > 200 ? null : find(name, described);
      found.set(key, zone);
      return zone;
    },
  };
}

/** `UTC+9`, `GMT+0900`, `+09:00`, `(UTC-03:30)`: ahead of UTC, as people write it. */
function offsetIn(name: string): string | null {
  const found = /^\(?(?:UTC|GMT|Z)? ?([+-])(\d{1,2})(?:[:.]?(\d{2}))?\)?$/i.exec(
    name.replace('−', '-'),
  );
  if (found === null) return null;
  const [, sign = '+', hours = '', minutes = '00'] = found;
  if (Number(hours) > 18 || Number(minutes) > 59) return null;
  return `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

/** Ms ahead of UTC: `+0900`, `-033000`. */
function offsetMs(value: string): number {
  const found = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(value.trim());
  if (found === null) throw new Error('no offset');
  const [, sign, hours, minutes, seconds = 0] = found;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

const never = utc(2200, 0, 1);

/** Returns a zone by the rules in the file (RFC 5545, section 3.6.5); null if they are invalid. */
export function clockOfFile(zone: Component): Clock | null {
  try {
    const changes = zone.parts
      .filter(({ name }) => name === 'standard' || name === 'daylight')
      .flatMap(changesOf)
      .sort((a, b) => a.at - b.at);
    const [first] = changes;
    if (first === undefined) return null;
    return clockOf((at) => {
      let [low, high] = [0, changes.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((changes[middle]?.at ?? 0) <= at) low = middle + 1;
        else high = middle;
      }
      return low === 0 ? first.before : (changes[low - 1]?.after ?? first.after);
    });
  } catch {
    // invalid rules: counts as an unknown zone
    return null;
  }
}

function changesOf(observance: Component): { at: number; before: number; after: number }[] {
  const text = (name: string): string => propertyOf(observance, name)?.value ?? '';
  const [before, after] = [offsetMs(text('tzoffsetfrom')), offsetMs(text('tzoffsetto'))];
  const start = parseTime(text('dtstart'), () => null, null).wall;
  const walls = new Set([start]);
  for (const { value } of propertiesOf(observance, 'rdate')) {
    for (const one of value.split(',')) walls.add(parseTime(one, () => null, null).wall);
  }
  for (const { value } of propertiesOf(observance, 'rrule')) {
    // its end is an instant, its beginning a time of the previous clock
    const rule = readRule(value);
    const until =
      rule.until === null ? never : rule.until.wall + (rule.until.utc ? before : day - 1);
    const wanted = { from: Math.max(start, utc(1960, 0, 1)), to: Math.min(never, until) };
    for (const wall of instances(rule, start, wanted)) walls.add(wall);
  }
  return [...walls].map((wall) => ({ at: wall - before, before, after }));
}

/** Returns the IANA names that a file gives for its zone. */
export function namesOf(zone: Component): string[] {
  return ['tzid', 'x-lic-location', 'tzid-alias-of'].flatMap((name) => {
    const value = propertyOf(zone, name)?.value;
    return value === undefined ? [] : [textOf(value).trim()];
  });
}
