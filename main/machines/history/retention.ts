import type { Settings } from '../../../preload/contract/settings/settings.ts';
import type { Statement } from '../../base/storage/database.ts';

/** Retention of observations, days; daily sums stay. */
export interface Retention {
  /** Transitions, observed time and notes; 0: forever. */
  readonly changes: number;
  /** Changes of other fields; 0: forever, while the machine is known. */
  readonly fields: number;
}

const usualKept: Retention = { changes: 400, fields: 90 };

export type RetentionSettings = Pick<Settings, 'keepChanges' | 'keepFields'>;

/** Returns the user's retention settings. */
export function retentionOf({ keepChanges, keepFields }: RetentionSettings): Retention {
  return { changes: keepChanges ?? usualKept.changes, fields: keepFields ?? usualKept.fields };
}

const day = 24 * 3600_000;

/** Deletes old data at the start of a day (ms since 1970). */
export function deleteOld(systemId: string, today: number, retention: Retention): Statement[] {
  const cuts = [retention.fields, retention.changes].filter((days) => days > 0);
  const fields = cuts.length === 0 ? [] : [forgetFields(systemId, today - Math.min(...cuts) * day)];
  return retention.changes === 0
    ? fields
    : [...forgetBefore(systemId, today - retention.changes * day), ...fields];
}

function forgetFields(systemId: string, cut: number): Statement {
  return {
    sql: `DELETE FROM history_fields WHERE at < ?2
           AND machine_id IN (SELECT id FROM history_machines WHERE system_id = ?1)`,
    params: [systemId, cut],
  };
}

/**
 * Deletes data older than `cut` (ms since 1970). Each machine's last transition before it stays, because it gives the
 * state at that time. A machine not listed since is deleted.
 */
function forgetBefore(systemId: string, cut: number): Statement[] {
  const ours = 'machine_id IN (SELECT id FROM history_machines WHERE system_id = ?1)';
  const params = [systemId, cut];
  return [
    {
      sql: 'DELETE FROM history_machines WHERE system_id = ?1 AND status_id = 0 AND changed_at < ?2',
      params,
    },
    {
      sql: `DELETE FROM history_transitions WHERE ${ours} AND at < ?2
             AND EXISTS (SELECT 1 FROM history_transitions later
                          WHERE later.machine_id = history_transitions.machine_id AND later.at <= ?2
                            AND (later.at, later.n) > (history_transitions.at, history_transitions.n))`,
      params,
    },
    { sql: 'DELETE FROM history_spans WHERE system_id = ?1 AND until < ?2', params },
    { sql: 'DELETE FROM history_origins WHERE system_id = ?1 AND until < ?2', params },
    { sql: 'DELETE FROM incident_notes WHERE system_id = ?1 AND at < ?2', params },
  ];
}
