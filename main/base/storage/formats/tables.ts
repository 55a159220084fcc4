import type { DatabaseSync } from 'node:sqlite';
import { type BackupPart, backupParts } from '../../../../preload/contract/settings/backups.ts';

/** The part that each table belongs to. Search tables are rebuilt from the messages. */
export const tablesOf: Readonly<Record<BackupPart, readonly string[]>> = {
  systems: [
    'systems',
    'connections',
    'sign_in_settings',
    'client_settings',
    'genai_portals',
    'machine_choices',
    'machine_polling',
    'machine_views',
    'status_meanings',
    'notice_rules',
    'maintenance_calendars',
    'maintenance_dates',
    'maintenance_windows',
    'model_lists',
    'tokenizers',
    'presets',
    'prompts',
    'tool_approvals',
    'console_descriptions',
    'console_operations',
    'console_schemas',
    'console_requests',
    'console_settings',
    'console_drafts',
    'job_drafts',
    'tool_servers',
    'tool_permissions',
  ],
  conversations: [
    'folders',
    'conversations',
    'messages',
    'edits',
    'journal',
    'queued_messages',
    'sent_parts',
    'sent_requests',
    'new_drafts',
    'other_drafts',
  ],
  history: [
    'history_machines',
    'history_statuses',
    'history_transitions',
    'history_fields',
    'history_days',
    'history_folds',
    'history_origins',
    'history_spans',
    'incident_notes',
    'machine_states',
    'machine_checks',
    'notices',
    'notice_subjects',
    'jobs',
    'job_submissions',
    'program_calls',
    'console_history',
    'usage_ledger',
  ],
  keys: ['certificates', 'api_keys', 'clients', 'programs', 'program_listener', 'secrets'],
};

/** References to secrets or certificates that do not exist. */
const untied = `
UPDATE systems SET certificate_id = NULL
  WHERE certificate_id IS NOT NULL AND certificate_id NOT IN (SELECT id FROM certificates);
UPDATE connections SET proxy = json_set(proxy, '$.hasPassword', json('false'))
  WHERE json_valid(proxy) AND proxy ->> '$.hasPassword' = 1
    AND 'proxy:' || system_id NOT IN (SELECT name FROM secrets);
UPDATE sign_in_settings SET settings = json_set(settings, '$.hasClientSecret', json('false'))
  WHERE json_valid(settings) AND settings ->> '$.hasClientSecret' = 1
    AND 'sign-in-secret:' || system_id NOT IN (SELECT name FROM secrets);
UPDATE client_settings SET has_initial_access_token = 0
  WHERE 'client-initial-access/' || system_id NOT IN (SELECT name FROM secrets);
`;

/** The same, one by one. */
export const clearingReferences = untied
  .split(';')
  .filter((sql) => sql.trim() !== '')
  .map((sql) => ({ sql }));

/** Run where secrets or certificates may have been removed. */
export function clearReferences(db: DatabaseSync): void {
  db.exec(untied);
}

const others = (kept: readonly BackupPart[]): BackupPart[] =>
  backupParts.filter((part) => !kept.includes(part));

/** Returns a query for the systems that rows of these parts belong to. */
export function systemsReferencedBy(
  db: DatabaseSync,
  parts: readonly BackupPart[],
  schema = 'main',
): string {
  const named = parts
    .flatMap((part) => tablesOf[part])
    .filter((table) => columnsOf(db, table, schema).includes('system_id'))
    .map((table) => `SELECT system_id FROM ${schema}."${table}"`);
  return named.length === 0 ? 'SELECT NULL' : named.join(' UNION ');
}

export function columnsOf(db: DatabaseSync, table: string, schema = 'main'): string[] {
  return db
    .prepare('SELECT name FROM pragma_table_info(?, ?)')
    .all(table, schema)
    .map(({ name }) => String(name));
}

/** Deletes all rows outside these parts; keeps a system if something belongs to it. */
export function deleteOtherParts(db: DatabaseSync, kept: readonly BackupPart[]): void {
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA secure_delete = ON; BEGIN');
  const gone = others(kept);
  if (gone.includes('conversations')) clearSearch(db);
  for (const table of gone.flatMap((part) => tablesOf[part])) {
    if (table !== 'systems') db.exec(`DELETE FROM "${table}"`);
  }
  if (gone.includes('systems')) {
    const needed = systemsReferencedBy(db, kept);
    db.exec(
      `DELETE FROM systems WHERE id NOT IN (SELECT * FROM (${needed}) WHERE system_id NOT NULL)`,
    );
  }
  clearReferences(db);
  // deleted rows leave free pages, which would be saved too
  db.exec('COMMIT; VACUUM');
}

export function clearSearch(db: DatabaseSync): void {
  db.exec(
    `INSERT INTO message_index (message_index) VALUES ('delete-all'); DELETE FROM unindexed_messages`,
  );
}
