import { readBodyStart } from './body-start.ts';
import { readJsonStart } from './json-start.ts';

/** Longest accepted pause, seconds. */
const longestPause = 366 * 24 * 60 * 60;
const longestValue = 100;

const units: Readonly<Record<string, number>> = {
  ms: 0.001,
  millisecond: 0.001,
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  d: 86_400,
  day: 86_400,
  秒: 1,
  分: 60,
  時間: 3600,
};
const amount =
  /(\d{1,12}(?:\.\d{1,9})?) ?(ms|milliseconds?|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|秒|分|時間)(?![a-z])/gi;

/** Rounded up and limited: never shorter than the server asked, within the limit. */
const bounded = (seconds: number): number =>
  Math.min(Math.max(0, Math.ceil(seconds - 1e-6)), longestPause);

interface Duration {
  readonly start: number;
  readonly end: number;
  readonly seconds: number;
}

/** Returns the durations in a `spaced` text; `1m 12.5s` and `2 minutes and 5 seconds` are one each. */
function durationsIn(text: string): Duration[] {
  const found: Duration[] = [];
  for (const match of text.matchAll(amount)) {
    const [whole, number = '', unit = ''] = match;
    const name = unit.toLowerCase();
    const each = units[name] ?? units[name.replace(/s$/, '')] ?? 1;
    const start = match.index;
    const last = found.at(-1);
    const one = { start, end: start + whole.length, seconds: Number(number) * each };
    const joint = last === undefined ? null : text.slice(last.end, start).trim();
    if (last !== undefined && (joint === '' || joint === ',' || joint === 'and')) {
      found[found.length - 1] = {
        start: last.start,
        end: one.end,
        seconds: last.seconds + one.seconds,
      };
    } else found.push(one);
  }
  return found;
}

/**
 * Returns the seconds until the time in a header: a number of seconds or since 1970, a duration (`1m30s`), a date (RFC
 * 9110, section 10.2.3, or ISO 8601); null for none.
 */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  const said = value?.slice(0, longestValue * 10).trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(said)) return bounded(secondsOf(Number(said), now));
  const short = said.slice(0, longestValue);
  const [duration] = durationsIn(spaced(short));
  const isWhole = duration?.start === 0 && duration.end === spaced(short).length;
  if (isWhole) return bounded(duration.seconds);
  // Every date format begins with the weekday or the year; other numbers would be read as years.
  const isDate = /^[a-z]|^\d{4}-\d\d-\d\dT/i.test(short);
  const time = isDate ? Date.parse(short) : Number.NaN;
  return Number.isNaN(time) ? null : bounded((time - now.getTime()) / 1000);
}

/** Puts a blank between the amounts of `1m30s`. */
const spaced = (text: string): string => text.replace(/(?<=\d[a-z]{1,2})(?=\d)/gi, ' ');

/** A large number is a time: seconds, or milliseconds, since 1970. */
function secondsOf(value: number, now: Date): number {
  if (value < 1e9) return value;
  return (value < 1e11 ? value * 1000 - now.getTime() : value - now.getTime()) / 1000;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Returns the longest pause that a server asks for in any header or text, in seconds. Its rate limits count only if
 * nothing else does. Null for none.
 */
export function readPause(
  answer: { readonly status: number; readonly headers: Headers; readonly body: Uint8Array },
  words: string,
  now: Date,
): number | null {
  const { status, headers } = answer;
  const theirs = new Date(Date.parse((headers.date ?? '').slice(0, longestValue)));
  const at = Number.isNaN(theirs.getTime()) ? now : theirs;
  const milliseconds = (name: string): number | null => {
    const value = Number(headers[name]?.trim() || Number.NaN);
    return Number.isFinite(value) && value >= 0 ? bounded(value / 1000) : null;
  };
  const mayPass = status === 408 || status === 425 || status === 429 || status >= 500;
  const said = longest([
    readRetryAfter(headers['retry-after'], at),
    readRetryAfter(headers['x-retry-after'], at),
    milliseconds('retry-after-ms'),
    milliseconds('x-retry-after-ms'),
    milliseconds('x-ms-retry-after-ms'),
    ...(mayPass ? [inWords(words), inFields(answer, at)] : []),
  ]);
  return said ?? (status === 429 ? ofLimits(headers, at) : null);
}

function longest(all: readonly (number | null)[]): number | null {
  const found = all.filter((one) => one !== null);
  return found.length === 0 ? null : Math.max(...found);
}

const marks = [
  'again in',
  'again after',
  'retry in',
  'retry after',
  'retry-after',
  'retrying in',
  'retrying after',
  'wait',
  'wait for',
  'reset in',
  'resets in',
  'reset after',
  'available in',
];

/** `Please try again in 1m12.5s`, `retry after 30 seconds`, `30 秒後`. */
function inWords(words: string): number | null {
  const text = spaced(words.slice(0, 1000));
  const isMarked = (before: string): boolean => {
    const near = before.toLowerCase().replace(/(?:[:"' ]|about|at least|another){1,20}$/, '');
    return marks.some((mark) => near.endsWith(mark));
  };
  const told = durationsIn(text).filter(({ start, end }) => {
    const after = text.slice(end, end + 20).trimStart();
    return (
      /^(?:後|お待ち|待|before)/.test(after) || isMarked(text.slice(Math.max(0, start - 40), start))
    );
  });
  if (told.length > 0) return bounded(Math.max(...told.map(({ seconds }) => seconds)));
  const bare = /retry[- ]after:? ?(\d{1,9}(?:\.\d{1,9})?)(?! ?[a-z\d])/i.exec(text)?.[1];
  return bare === undefined ? null : bounded(Number(bare));
}

/** Reads fields of a body at its first levels: `error.retry_after`, `retryDelay`. */
function inFields(answer: { readonly headers: Headers; readonly body: Uint8Array }, at: Date) {
  const { text } = readBodyStart(answer.body, answer.headers['content-type'] ?? '');
  if (!/^\s{0,100}[{[]/.test(text)) return null;
  const found: (number | null)[] = [];
  const search = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth === 0) return;
    for (const [name, one] of Object.entries(value).slice(0, 50)) {
      found.push(fieldPause(name.toLowerCase().replaceAll(/[-_]/g, ''), one, at));
      search(one, depth - 1);
    }
  };
  search(readJsonStart(text), 5);
  return longest(found);
}

function fieldPause(name: string, value: unknown, at: Date): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  if (!/^(?:retryafter|retrydelay|retryin)(?:ms|milliseconds|s|seconds|secs)?$/.test(name)) {
    return null;
  }
  const isMs = /(?:ms|milliseconds)$/.test(name);
  const number = typeof value === 'number' ? value : Number(value.trim() || Number.NaN);
  if (Number.isNaN(number)) return readRetryAfter(String(value), at);
  if (number < 0) return null;
  return bounded(isMs ? number / 1000 : secondsOf(number, at));
}

/** Returns when limits reset: the exhausted ones, or all if none is marked as exhausted. */
function ofLimits(headers: Headers, at: Date): number | null {
  const resets: { readonly pause: number; readonly isUsedUp: boolean }[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'ratelimit') {
      // its structured forms: `limit=10, remaining=0, reset=50` and `"day";r=0;t=50`
      for (const part of value.slice(0, 500).matchAll(/(?:reset ?= ?|; ?t=)(\d{1,12})/g)) {
        resets.push({ pause: bounded(Number(part[1])), isUsedUp: true });
      }
    }
    if (!/rate-?limit/.test(name) || !/\breset\b/.test(name)) continue;
    const pause = readRetryAfter(value, at);
    const remaining =
      headers[name.replace('reset-after', 'remaining').replace('reset', 'remaining')];
    if (pause !== null) resets.push({ pause, isUsedUp: Number(remaining?.trim() || 1) <= 0 });
  }
  const usedUp = resets.filter(({ isUsedUp }) => isUsedUp);
  return longest((usedUp.length > 0 ? usedUp : resets).map(({ pause }) => pause));
}
