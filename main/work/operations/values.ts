import { setImmediate as breathe } from 'node:timers/promises';
import { JsonError, parseForeign } from '../../../common/texts/json.ts';
import { encodePart } from '../../../common/texts/percent-encode.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import { readRefusal, refusalError } from '../../base/network/refusal/index.ts';
import type { ApiAnswer, JobState, Submission } from './types.ts';

export type JsonRecord = Readonly<Record<string, Json>>;

export const isRecord = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a job in this state will not change any more. */
export const isSettled = (state: JobState): boolean =>
  ['done', 'failed', 'limit', 'cancelled'].includes(state);

/** Reads the records of a list, some at a time: main answers others while it reads thousands. Others are left out. */
export async function readEach<T>(
  list: readonly Json[],
  read: (record: JsonRecord) => T,
): Promise<T[]> {
  const all: T[] = [];
  for (const one of list) {
    if (!isRecord(one)) continue;
    all.push(read(one));
    if (all.length % 500 === 0) await breathe();
  }
  return all;
}

/** Reads an answer as JSON. @throws AppError of the status outside 2xx; `answer-not-json` */
export function jsonOf(answer: ApiAnswer): Json {
  requireSuccess(answer);
  return parseBody(answer);
}

/** @throws AppError of the status outside 2xx */
export function requireSuccess(answer: ApiAnswer): void {
  if (answer.status >= 200 && answer.status < 300) return;
  throw refusalError(readRefusal(answer));
}

export const textOf = ({ body }: ApiAnswer): string => new TextDecoder().decode(body);

/** @throws AppError `answer-not-json` */
export function parseBody(answer: ApiAnswer): Json {
  try {
    return parseForeign(textOf(answer)) as Json;
  } catch (cause) {
    throw cause instanceof JsonError ? notJson(answer, cause) : cause;
  }
}

export function notJson({ body, url }: ApiAnswer, cause: JsonError): AppError {
  const begin = new TextDecoder().decode(body.subarray(0, 1000));
  const found = begin.trim() === '' ? 'empty' : /^\s*</.test(begin) ? 'html' : 'text';
  return new AppError('answer-not-json', { details: { host: new URL(url).host, found }, cause });
}

export function wrongShape({ url }: ApiAnswer, found: string): AppError {
  return new AppError('answer-shape', { details: { host: new URL(url).host, found } });
}

/** Encodes a name as one part of a path. @throws AppError `path-unusable` for one that is a step to another folder */
export function pathPart(name: string): string {
  if (name === '' || name === '.' || name === '..') throw new AppError('path-unusable');
  return encodePart(name);
}

/** A server told an id that names no single job: nothing is asked or cancelled by it. */
export const notAnId = (host: string, id: string): AppError =>
  new AppError('answer-shape', { details: { host, found: id.slice(0, 60) } });

/** Text of a value; null for none, for empty text, and for the words that servers write instead of nothing. */
export function readText(value: Json | undefined): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || /^(none|null|\(null\)|n\/a|-)$/i.test(text) ? null : text;
}

/** Number of a value that may be a number, its text, or `{ set, infinite, number }` of Slurm; null if none. */
export function readNumber(value: Json | undefined): number | null {
  if (isRecord(value)) {
    return value.set === false || value.infinite === true ? null : readNumber(value.number);
  }
  if (typeof value === 'number') return Math.abs(value) <= largestNumber ? value : null;
  const text = readText(value);
  return text !== null && /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : null;
}

/** No count, time or code of a job is larger, in milliseconds neither. */
const largestNumber = 1e15;

/** Count of things; null if none. */
export function readCount(value: Json | undefined): number | null {
  const number = readNumber(value);
  return number === null || number < 0 ? null : Math.floor(number);
}

/** Seconds of a number, or of `d-hh:mm:ss`, `hh:mm:ss`, `mm:ss`; null if none. */
export function readSeconds(value: Json | undefined): number | null {
  const number = readNumber(value);
  if (number !== null) return number;
  const found = /^(?:(\d{1,6})-)?(\d{1,6}(?::\d{1,2}){1,2})/.exec(readText(value) ?? '');
  if (found === null) return null;
  const [, days = '0', clock = ''] = found;
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + seconds;
}

/**
 * Time of a value, ms since 1970: seconds since 1970, or a date with its time. A date without a zone is taken as this
 * computer's own. Null if none, or before 1980 (Slurm's 0).
 */
export function readTime(value: Json | undefined): number | null {
  const number = readNumber(value);
  if (number !== null) return sensible(number > 1e11 ? number : number * 1000);
  const text = readText(value)?.replaceAll('/', '-').replace(' ', 'T') ?? '';
  if (!/^\d{4}-\d{1,2}-\d{1,2}T\d{1,2}:\d{2}/.test(text)) return null;
  const [date = '', clock = ''] = text.split('T');
  const padded = date
    .split('-')
    .map((part) => part.padStart(2, '0'))
    .join('-');
  return sensible(Date.parse(`${padded}T${clock.replace(/^\d:/, '0$&').replace(/[<>]$/, '')}`));
}

const earliest = Date.UTC(1980, 0);
const sensible = (ms: number): number | null => (ms >= earliest ? Math.floor(ms) : null);

/** @throws AppError `job-folder-required` */
export function requireFolder({ folder }: Pick<Submission, 'folder'>): string {
  if (folder === null) throw new AppError('job-folder-required');
  return folder;
}
