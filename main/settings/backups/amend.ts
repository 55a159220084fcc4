import type {
  BackupPart,
  RestoreChoices,
  RestoreDifferences,
} from '../../../preload/contract/settings/backups.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { clearingReferences } from '../../base/storage/formats/tables.ts';
import type { OpenedVault } from '../../base/storage/vault/index.ts';
import { systemDifferences } from './differences.ts';
import { readSecrets } from './secrets.ts';
import { readSystemTrust, type SystemTrust } from './system-trust.ts';
import { describeInvalid, removeInvalid } from './validation.ts';

export interface AmendOrder {
  /** The data folder. */
  readonly folder: string;
  /** Where the backup is unpacked. */
  readonly half: string;
  readonly passphrase: string;
  readonly parts: readonly BackupPart[];
  readonly here: Database;
  readonly restored: Database;
  readonly vault: Pick<OpenedVault, 'get' | 'state' | 'sealFor' | 'opensOwn'>;
  /** Null: restores nothing, only reports differences. */
  readonly taken: RestoreChoices | null;
}

/**
 * Keeps this computer's own settings in an unpacked backup, unless the user decides otherwise; validates taken values
 * as if they had been typed.
 * @returns the differences, and whether daily backups can continue as here
 */
export async function amend(order: AmendOrder): Promise<
  Pick<RestoreDifferences, 'systems' | 'added' | 'vaultKey' | 'refused'> & {
    readonly goesOn: boolean;
  }
> {
  const { here, restored, parts, taken, passphrase } = order;
  const [ours, theirs] = await Promise.all([readSystemTrust(here), readSystemTrust(restored)]);
  const differences = systemDifferences(ours, theirs);
  const both = [...theirs.keys()].filter((id) => ours.has(id));
  const stay = both.filter((id) => taken === null || !taken.systems.includes(id));
  const typed = [...theirs].filter(([id]) => taken === null || !stay.includes(id));
  const refused = describeInvalid(
    await removeInvalid(
      restored,
      typed.map(([, one]) => one),
    ),
    theirs,
  );
  const withKeys = parts.includes('keys');
  await restored.runAll([
    ...withoutProgramsThatRun,
    ...stay.flatMap((id) => keepingOwn(ours.get(id), theirs.get(id))),
    ...(withKeys ? [] : both.flatMap((id) => withoutSecrets(ours.get(id), theirs.get(id)))),
  ]);
  if (!withKeys) return { ...differences, refused, vaultKey: 'none', goesOn: true };
  const secrets = await readSecrets(order, passphrase, restored, order.vault);
  const vaultKey = secrets.standing;
  if (taken === null) return { ...differences, refused, vaultKey, goesOn: true };
  const goesOn = await secrets.takeIn(here, taken, stay);
  await restored.runAll(clearingReferences);
  return { ...differences, refused, vaultKey, goesOn };
}

/**
 * Servers of tools are programs that somebody chose, perhaps on another computer: they come switched off, and what was
 * always allowed of them asks.
 */
const withoutProgramsThatRun: readonly Statement[] = [
  { sql: 'UPDATE tool_servers SET enabled = 0' },
  { sql: `UPDATE tool_permissions SET approval = 'ask' WHERE approval = 'always'` },
];

/** Puts this computer's trust and addresses of a system in place of those in the backup. */
function keepingOwn(ours: SystemTrust | undefined, theirs: SystemTrust | undefined): Statement[] {
  if (ours === undefined || theirs === undefined) return [];
  const { id, webApiUrl, authUrl, genaiUrl, authorities } = ours.system;
  const { connections, signIn, clients, portal } = ours.rows;
  const value = (row: Readonly<Record<string, unknown>> | undefined, column: string) =>
    (row?.[column] ?? null) as string | null;
  return [
    {
      sql: `UPDATE systems SET web_api_url = ?2, auth_url = ?3, genai_url = ?4, authorities = ?5 WHERE id = ?1`,
      params: [id, webApiUrl, authUrl, genaiUrl, JSON.stringify(authorities)],
    },
    { sql: 'DELETE FROM connections WHERE system_id = ?', params: [id] },
    {
      sql: `INSERT INTO connections (system_id, pins, intermediates, proxy)
            SELECT ?1, ?2, ?3, ?4 WHERE ?2 NOT NULL`,
      params: [
        id,
        value(connections, 'pins'),
        value(connections, 'intermediates'),
        value(connections, 'proxy'),
      ],
    },
    { sql: 'DELETE FROM sign_in_settings WHERE system_id = ?', params: [id] },
    {
      sql: 'INSERT INTO sign_in_settings (system_id, settings) SELECT ?1, ?2 WHERE ?2 NOT NULL',
      params: [id, value(signIn, 'settings')],
    },
    { sql: 'DELETE FROM client_settings WHERE system_id = ?', params: [id] },
    {
      sql: `INSERT INTO client_settings
              (system_id, web_interface_url, registration_url, has_initial_access_token)
            SELECT ?1, ?2, ?3, ?4 WHERE ?4 NOT NULL`,
      params: [
        id,
        value(clients, 'web_interface_url'),
        value(clients, 'registration_url'),
        value(clients, 'has_initial_access_token'),
      ],
    },
    { sql: 'DELETE FROM genai_portals WHERE system_id = ?', params: [id] },
    {
      sql: `INSERT INTO genai_portals (system_id, keys_url, usage_url)
            SELECT ?1, ?2, ?3 WHERE ?2 NOT NULL OR ?3 NOT NULL`,
      params: [id, value(portal, 'keys_url'), value(portal, 'usage_url')],
    },
    // calendars of a file have no address
    {
      sql: `DELETE FROM maintenance_calendars WHERE system_id = ?1 AND url NOT NULL
              AND url NOT IN (SELECT value FROM json_each(?2))`,
      params: [id, JSON.stringify(ours.calendars)],
    },
  ];
}

/**
 * Removes credentials that were typed for another server: if the backup brings another server and this computer's
 * secrets stay.
 */
function withoutSecrets(
  ours: SystemTrust | undefined,
  theirs: SystemTrust | undefined,
): Statement[] {
  if (ours === undefined || theirs === undefined) return [];
  const { id } = theirs.system;
  const differs = (field: 'proxy' | 'identityProvider' | 'signIn'): boolean =>
    ours.fields[field] !== theirs.fields[field];
  return [
    {
      sql: `UPDATE connections SET proxy = json_set(proxy, '$.hasPassword', json('false'))
             WHERE system_id = ?1 AND ?2 AND json_valid(proxy) AND proxy ->> '$.hasPassword' = 1
               AND proxy ->> '$.address' <> ?3`,
      params: [id, Number(differs('proxy')), addressOf(ours)],
    },
    {
      sql: `UPDATE sign_in_settings SET settings = json_set(settings, '$.hasClientSecret', json('false'))
             WHERE system_id = ?1 AND ?2 AND json_valid(settings)
               AND (SELECT auth_url FROM systems WHERE id = ?1) IS NOT ?3`,
      params: [id, Number(differs('identityProvider') || differs('signIn')), ours.system.authUrl],
    },
  ];
}

function addressOf({ fields }: SystemTrust): string {
  return fields.proxy.split(' ').find((part) => part.includes('://')) ?? '';
}
