import { parseJson } from '../../../common/texts/json.ts';
import type { Json } from '../../../preload/contract/shapes.ts';

type Members = { readonly [name: string]: Json };

/** Returns a record's fields other than name and status, as a JSON object. */
export function membersOf(record: Json): string {
  if (!isObject(record)) return '{}';
  const others = Object.entries(record).filter(([name]) => name !== 'machine' && name !== 'status');
  return JSON.stringify(Object.fromEntries(others));
}

/** Returns the new or changed members as a JSON object; removed ones are null. */
export function changedMembers(before: string, after: string): string {
  const [old, now] = [parsed(before), parsed(after)];
  const text = (value: Json | undefined) => JSON.stringify(value);
  const changed = Object.entries(now).filter(([name, value]) => text(old[name]) !== text(value));
  const gone = Object.keys(old).filter((name) => !Object.hasOwn(now, name));
  return JSON.stringify(Object.fromEntries([...changed, ...gone.map((name) => [name, null])]));
}

function parsed(text: string): Members {
  const value = parseJson(text) as Json;
  return isObject(value) ? value : {};
}

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
