import type { Statement } from '../storage/database.ts';

/** Transitions, fields, observed time and notes are kept this long, days; sums of days stay. */
export const keptDays = 400;

/**
 * Takes away what is older than `cut` (ms since 1970). Of each machine the last transition before it stays: it says
 * how the machine was at that moment. A machine that was not listed since is forgotten.
 */
export function forgetBefore(systemId: string, cut: number): Statement[] {
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
    { sql: `DELETE FROM history_fields WHERE ${ours} AND at < ?2`, params },
    { sql: 'DELETE FROM history_spans WHERE system_id = ?1 AND until < ?2', params },
    { sql: 'DELETE FROM history_origins WHERE system_id = ?1 AND until < ?2', params },
    { sql: 'DELETE FROM incident_notes WHERE system_id = ?1 AND at < ?2', params },
  ];
}
