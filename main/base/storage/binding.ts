import type { DatabaseSync } from 'node:sqlite';
import type { SqlValue } from './database.ts';

/** Passes values to a statement: in order, or by the names of their parameters. */
export type Bind = (
  params: readonly SqlValue[],
) => readonly SqlValue[] | readonly [Record<string, SqlValue>];

const inOrder: Bind = (params) => params;

/**
 * Returns whether this runtime binds `?1`, `?2`, … in order. Node 22's node:sqlite treats every parameter with a name
 * as named, and SQLite names these (sqlite3_bind_parameter_name), so that none is left to bind in order.
 */
export function bindsNumberedInOrder(db: DatabaseSync): boolean {
  try {
    return db.prepare('SELECT ?1 AS bound').get(1)?.bound === 1;
  } catch {
    // column index out of range
    return false;
  }
}

/** Binds numbered parameters of a statement by name. */
export function bindByName(sql: string): Bind {
  const numbers = new Set([...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number)));
  if (numbers.size === 0) return inOrder;
  return (params) => [
    Object.fromEntries([...numbers].map((number) => [`?${number}`, params[number - 1] ?? null])),
  ];
}

/** Returns this runtime's way to bind. */
export function chooseBinding(db: DatabaseSync): (sql: string) => Bind {
  return bindsNumberedInOrder(db) ? () => inOrder : bindByName;
}
