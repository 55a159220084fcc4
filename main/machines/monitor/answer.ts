import { exceedsDepth, maxForeignDepth, parseForeign } from '../../../common/texts/json.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Json } from '../../../preload/contract/shapes.ts';

/** One element of the status list as received. */
export interface MachineRecord {
  /** Empty if the record names no machine. */
  readonly name: string;
  /** Empty if the record has no status. */
  readonly status: string;
  readonly record: Json;
}

/**
 * Maximum machines of one list: systems have tens, and the app is built for 5,000. A longer list counts as an attack:
 * each machine is compared with its history, and a megabyte of them blocked main for 125 ms.
 */
const most = 6_000;

/**
 * Reads the list of machine states: a JSON array of records with `machine` and `status` (spec/web-api.md, "Machine
 * state record"). Tolerant if the meaning is certain: numbers and booleans become text, other fields are kept, and an
 * object with exactly one list of records is that list.
 * @param address where it came from, for errors
 * @throws AppError `answer-not-json`, `answer-shape` (`found` says what came instead), `answer-too-large`
 */
export function readMachines(text: string, address: string): MachineRecord[] {
  const list = listIn(parse(text, address), address);
  if (list.length > most) {
    throw new AppError('answer-too-large', { details: { host: hostIn(address) } });
  }
  return list.map((record) =>
    isRecord(record)
      ? { name: textOf(record.machine), status: textOf(record.status), record }
      : { name: '', status: textOf(record), record },
  );
}

/** Parses a stored record, which may be older than the limit; null if it exceeds that. */
export function readRecord(text: string): Json | null {
  return exceedsDepth(text, maxForeignDepth) ? null : (parseForeign(text) as Json);
}

function parse(text: string, address: string): Json {
  try {
    // A byte order mark is not JSON, but occurs.
    const json = text.replace(/^\uFEFF/, '');
    if (exceedsDepth(json, maxForeignDepth))
      throw wrongShape(address, `more than ${maxForeignDepth} levels`);
    return parseForeign(json) as Json;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const found = text.trim() === '' ? 'empty' : /^\s*</.test(text) ? 'html' : 'text';
    const details = { host: hostIn(address), found };
    throw new AppError('answer-not-json', { details, retryable: true, cause });
  }
}

function listIn(value: Json, address: string): Json[] {
  if (Array.isArray(value)) {
    if (value.length === 0 || value.some(isRecord)) return value;
    throw wrongShape(address, `array of ${kindOf(value[0])}`);
  }
  if (!isRecord(value)) throw wrongShape(address, kindOf(value));
  const lists = Object.values(value).filter(
    (member): member is Json[] => Array.isArray(member) && member.every(isRecord),
  );
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return only;
  const names = Object.keys(value).slice(0, 10).join(', ');
  throw wrongShape(address, names === '' ? 'empty object' : `object with ${names}`);
}

function wrongShape(address: string, found: string): AppError {
  const details = { host: hostIn(address), found: found.slice(0, 200) };
  return new AppError('answer-shape', { details });
}

const hostIn = (address: string): string => new URL(address).host;

function isRecord(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
