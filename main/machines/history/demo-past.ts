import { seeded } from '../../../common/seeded.ts';
import type { GapReason } from '../../../preload/contract/machines/machine-history.ts';
import { demoSystemId } from '../../systems/list/index.ts';
import type { Past, PastChange } from './past.ts';
import type { Observation } from './types.ts';

const minute = 60_000;
const hour = 60 * minute;
const days = 365;

type PastStretch = Past['stretches'][number];
/** A number in [0, 1). */
type Random = () => number;

interface Trouble {
  readonly status: string;
  /** Frequency per year. */
  readonly yearly: number;
  /** Minimum and maximum duration. */
  readonly least: number;
  readonly most: number;
}

/** Problems of machines whose name has the word. */
const troubles: readonly (readonly [word: string, readonly Trouble[]])[] = [
  ['login', [{ status: 'NG', yearly: 6, least: 5 * minute, most: 90 * minute }]],
  ['storage', [{ status: 'degraded', yearly: 8, least: hour, most: 20 * hour }]],
  [
    'gpu',
    [
      { status: 'NG', yearly: 9, least: 20 * minute, most: 9 * hour },
      { status: 'degraded', yearly: 22, least: 2 * hour, most: 40 * hour },
    ],
  ],
  [
    '',
    [
      { status: 'NG', yearly: 7, least: 15 * minute, most: 6 * hour },
      { status: 'degraded', yearly: 10, least: hour, most: 16 * hour },
    ],
  ],
];

/**
 * Generates a year before the demo was first seen: machines fail and are repaired, are down for maintenance once a
 * month, and the app was closed on some nights and weekends. The same for the same machines and time.
 */
export function demoPast(systemId: string, { at: until, machines }: Observation): Past | null {
  if (systemId !== demoSystemId) return null;
  const from = atHour(until, -days, 0);
  const stretches = generateStretches(from, until, seeded(7));
  return {
    origin: 'generated',
    stretches,
    machines: machines.flatMap(({ name, status }, index) => {
      const same = machines.slice(0, index).filter((one) => one.name === name).length;
      const changes = changesOf(name, status, from, until, seeded(index + 11));
      return [{ name, nth: same, changes: asSeen(changes, stretches) }];
    }),
  };
}

/** Returns an hour of the day `shift` days from that of `at`, by the computer's calendar. */
function atHour(at: number, shift: number, hours: number): number {
  const day = new Date(at);
  const whole = Math.floor(hours);
  const minutes = Math.round((hours - whole) * 60);
  return new Date(
    day.getFullYear(),
    day.getMonth(),
    day.getDate() + shift,
    whole,
    minutes,
  ).getTime();
}

/** Returns when the app watched, and why it did not. */
function generateStretches(from: number, until: number, random: Random): PastStretch[] {
  const gaps: { from: number; to: number; reason: GapReason; detail: string | null }[] = [];
  const add = (start: number, to: number, reason: GapReason, detail: string | null = null) => {
    const earlier = gaps.at(-1)?.to ?? from;
    const gap = { from: Math.max(start, earlier), to: Math.min(to, until - hour), reason, detail };
    if (gap.from < gap.to) gaps.push(gap);
  };
  for (let day = 0; day < days; day++) {
    const at = (hours: number) => atHour(from, day, hours);
    const weekday = new Date(at(12)).getDay();
    const weekend = weekday === 0 || weekday === 6;
    if (random() < 0.04) add(at(11 + random() * 5), at(16.2), 'unreachable', 'network-timeout');
    if (random() < 0.05) add(at(17), at(17.3 + random()), 'offline', 'network-offline');
    const end = 18.5 + random() * 4;
    if (weekend ? random() < 0.5 : random() < 0.35) {
      add(at(end), at(24 + 7.5 + random() * 2), random() < 0.5 ? 'closed' : 'asleep');
    }
  }
  const stretches: PastStretch[] = [];
  let at = from;
  for (const gap of gaps) {
    if (gap.from > at) stretches.push({ from: at, to: gap.from, reason: null, detail: null });
    stretches.push(gap);
    at = gap.to;
  }
  if (at < until) stretches.push({ from: at, to: until, reason: null, detail: null });
  return stretches;
}

/** Returns the observed changes (in order): one during a gap is seen at its end, if it still lasts. */
function asSeen(changes: readonly PastChange[], stretches: readonly PastStretch[]): PastChange[] {
  const seen: PastChange[] = [];
  for (const { at: happened, status } of changes) {
    const look = stretches.find(({ to, reason }) => happened < to && reason === null);
    const at = Math.max(happened, look?.from ?? happened);
    if (seen.at(-1)?.at === at) seen.pop();
    if (seen.at(-1)?.status !== status) seen.push({ at, status });
  }
  return seen;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly status: string;
}

/** Returns the raw values of one machine; the last is the first one actually seen. */
function changesOf(
  name: string,
  present: string,
  from: number,
  until: number,
  random: Random,
): PastChange[] {
  const stretches: Stretch[] = [];
  for (let month = 0; month < 12; month++) {
    // about the second Tuesday
    const start = atHour(from, month * 30 + 9, 9);
    const to = start + (4 + random() * 5) * hour;
    if (random() < 0.85) stretches.push({ from: start, to, status: 'under_maintenance' });
  }
  const kinds = troubles.find(([word]) => name.includes(word))?.[1] ?? [];
  for (const { status, yearly, least, most } of kinds) {
    const times = Math.round(yearly * (0.6 + random() * 0.8));
    for (let n = 0; n < times; n++) {
      const start = from + random() * (until - from);
      // most problems are repaired soon
      const lasts = least + random() ** 3 * (most - least);
      stretches.push({ from: start, to: start + lasts, status });
    }
  }
  stretches.sort((a, b) => a.from - b.from);

  const changes: PastChange[] = [{ at: from, status: 'OK' }];
  let busyUntil = from + hour;
  const last = until - 2 * hour;
  for (const { from: start, to, status } of stretches) {
    if (start < busyUntil || to > last) continue;
    changes.push({ at: Math.round(start), status }, { at: Math.round(to), status: 'OK' });
    busyUntil = to + hour;
  }
  if (present !== 'OK') {
    changes.push({ at: Math.round(until - (0.5 + random()) * hour), status: present });
  }
  return changes;
}
