import type { DatabaseSync } from 'node:sqlite';
import type { SqlValue } from './database.ts';

/** How values are handed to one statement: one after the other, or by the names of their places. */
export type Bind = (
  params: readonly SqlValue[],
) => readonly SqlValue[] | readonly [Record<string, SqlValue>];

const inOrder: Bind = (params) => params;

/**
 * Whether this runtime binds `?1`, `?2`, … in order. Node 22's node:sqlite takes whatever has a name for a named
 * place, and SQLite names these (sqlite3_bind_parameter_name), so that nothing is left to bind.
 */
export function bindsNumbered(db: DatabaseSync): boolean {
  try {
    return db.prepare('SELECT ?1 AS bound').get(1)?.bound === 1;
  } catch {
    // column index out of range
    return false;
  }
}

/** How to bind the numbered places of a statement where they have to be named. */
export function byName(sql: string): Bind {
  const numbers = new Set([...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number)));
  if (numbers.size === 0) return inOrder;
  return (params) => [
    Object.fromEntries([...numbers].map((number) => [`?${number}`, params[number - 1] ?? null])),
  ];
}

/** The way of this runtime. */
export function bindingOf(db: DatabaseSync): (sql: string) => Bind {
  return bindsNumbered(db) ? () => inOrder : byName;
}
