import type { GapReason } from '../../../preload/contract/machines/machine-history.ts';
import type { Statement } from '../../base/storage/database.ts';
import type { Stretch } from '../sums/index.ts';
import { type Ids, type KnownMachines, keyOf } from './machines.ts';

/** A raw value from `at` (ms since 1970) on; null if answers left the machine out. */
export interface PastChange {
  readonly at: number;
  readonly status: string | null;
}

/** History from before the first observation here, from another source. */
export interface Past {
  /** Generated, or imported. */
  readonly origin: 'generated' | 'imported';
  /** Observed time, and the reasons for gaps: in order, without holes or overlaps. */
  readonly stretches: readonly (Stretch & {
    readonly reason: GapReason | null;
    readonly detail: string | null;
  })[];
  readonly machines: readonly {
    readonly name: string;
    /** Machines of one name are distinguished by their order, from 0. */
    readonly nth: number;
    /** In order. */
    readonly changes: readonly PastChange[];
  }[];
}

/**
 * Returns the statements that write a past, which ends where this system's own history begins.
 * @param ids returns ids for unknown machines and raw values
 */
export function pastStatements(known: KnownMachines, past: Past, ids: Ids): Statement[] {
  const { systemId } = known;
  const [first, last] = [past.stretches.at(0), past.stretches.at(-1)];
  if (first === undefined || last === undefined) return [];
  const statuses = new Map(known.statuses);
  const statements: Statement[] = [];
  const numberOf = (status: string | null): number => {
    if (status === null) return 0;
    const found = statuses.get(status);
    if (found !== undefined) return found;
    const id = ids.status();
    statuses.set(status, id);
    statements.push({
      sql: `INSERT INTO history_statuses (id, system_id, status) SELECT ?1, id, ?3 FROM systems WHERE id = ?2`,
      params: [id, systemId, status],
    });
    return id;
  };
  for (const { name, nth, changes } of past.machines) {
    const rows = changes.map(({ at, status }) => [at, numberOf(status)] as const);
    const [begin, end] = [rows.at(0), rows.at(-1)];
    if (begin === undefined || end === undefined) continue;
    const seen = known.machines.get(keyOf(name, nth));
    const id = seen?.id ?? ids.machine();
    statements.push(
      seen === undefined
        ? {
            sql: `INSERT INTO history_machines
                (id, system_id, name, nth, first_seen, status_id, changed_at, transitions, fields, fields_at)
              SELECT ?1, id, ?3, ?4, ?5, ?6, ?7, ?8, '{}', ?7 FROM systems WHERE id = ?2`,
            params: [id, systemId, name, nth, begin[0], end[1], end[0], rows.length],
          }
        : {
            sql: 'UPDATE history_machines SET first_seen = MIN(first_seen, ?2) WHERE id = ?1',
            params: [id, begin[0]],
          },
      {
        // thousands of rows in one statement, so that requests to the storage worker stay small
        sql: `INSERT OR IGNORE INTO history_transitions (machine_id, at, n, status_id)
              SELECT m.id, j.value ->> 0, 0, j.value ->> 1 FROM json_each(?2) j, history_machines m
               WHERE m.id = ?1`,
        params: [id, JSON.stringify(rows)],
      },
    );
  }
  const spans = past.stretches.map(({ from, to, reason, detail }) => [from, to, reason, detail]);
  statements.push(
    {
      sql: `INSERT INTO history_spans (system_id, start, until, reason, detail)
            SELECT s.id, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3
              FROM systems s, json_each(?2) j WHERE s.id = ?1`,
      params: [systemId, JSON.stringify(spans)],
    },
    {
      sql: `INSERT INTO history_origins (system_id, start, until, origin)
            SELECT id, ?2, ?3, ?4 FROM systems WHERE id = ?1`,
      params: [systemId, first.from, last.to, past.origin],
    },
    // its days are summed with the next check
    {
      sql: 'UPDATE history_folds SET until = MIN(until, ?2) WHERE system_id = ?1',
      params: [systemId, first.from],
    },
  );
  return statements;
}

/** Returns the part of a past before `until`. */
export function pastBefore(past: Past, until: number): Past {
  return {
    ...past,
    stretches: past.stretches
      .filter(({ from }) => from < until)
      .map((stretch) => ({ ...stretch, to: Math.min(stretch.to, until) })),
    machines: past.machines.map((machine) => ({
      ...machine,
      changes: machine.changes.filter(({ at }) => at < until),
    })),
  };
}
