import * as z from 'zod';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ClientsState } from '../../../preload/contract/systems/clients.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRow } from '../../base/storage/rows/index.ts';
import type { SecretScope, Vault } from '../../base/storage/vault/vault.ts';

export type ClientSettings = ClientsState['settings'];

export interface ClientSettingsChange {
  readonly webInterfaceUrl?: string | null | undefined;
  readonly registrationUrl?: string | null | undefined;
  readonly initialAccessToken?: string | null | undefined;
}

/** Settings for creating clients on each system. */
export interface ClientSettingsStore {
  of(systemId: string): Promise<ClientSettings>;
  /** Absent fields stay. @throws AppError `vault-locked`, `vault-not-set-up` */
  change(systemId: string, change: ClientSettingsChange): Promise<void>;
  /** Returns null if none is stored. @throws AppError `vault-locked`, `vault-damaged` */
  initialAccessToken(systemId: string): Promise<string | null>;
  /** Removes the token; the row is deleted with the system. */
  forget(systemId: string): Promise<void>;
}

function tokenName(systemId: string): string {
  return `client-initial-access/${systemId}`;
}

const unset: ClientSettings = {
  webInterfaceUrl: null,
  registrationUrl: null,
  hasInitialAccessToken: false,
};
const kept = z.url().nullable();

export const clientSettingsRows: RowReader<ClientSettings> = {
  table: 'client_settings',
  called: 'system_id',
  read: (row) => ({
    webInterfaceUrl: row.or(null, () => row.shaped('web_interface_url', kept)),
    registrationUrl: row.or(null, () => row.shaped('registration_url', kept)),
    hasInitialAccessToken: row.or(false, () => row.flag('has_initial_access_token')),
  }),
};

export function openClientSettings(
  database: Database,
  vault: Vault,
  scopeOf: (systemId: string) => SecretScope,
): ClientSettingsStore {
  const of = async (systemId: string): Promise<ClientSettings> => {
    const sql = 'SELECT * FROM client_settings WHERE system_id = ?';
    const row = await database.get(sql, [systemId]);
    return (row && readRow(database, clientSettingsRows, row)) ?? unset;
  };
  return {
    of,

    async change(systemId, change) {
      const before = await of(systemId);
      const { initialAccessToken: token } = change;
      if (typeof token === 'string') {
        await vault.put(tokenName(systemId), Buffer.from(token, 'utf8'), scopeOf(systemId));
      }
      if (token === null) await vault.remove(tokenName(systemId));
      const kept = <T>(next: T | undefined, old: T): T => (next === undefined ? old : next);
      const hasToken = token === undefined ? before.hasInitialAccessToken : token !== null;
      await database.run({
        sql: `INSERT OR REPLACE INTO client_settings
          (system_id, web_interface_url, registration_url, has_initial_access_token) VALUES (?, ?, ?, ?)`,
        params: [
          systemId,
          kept(change.webInterfaceUrl, before.webInterfaceUrl),
          kept(change.registrationUrl, before.registrationUrl),
          hasToken ? 1 : 0,
        ],
      });
    },

    async initialAccessToken(systemId) {
      if (!(await of(systemId)).hasInitialAccessToken) return null;
      try {
        return Buffer.from(await vault.get(tokenName(systemId), scopeOf(systemId))).toString(
          'utf8',
        );
      } catch (error) {
        if (error instanceof AppError && error.code === 'not-found') return null;
        throw error;
      }
    },

    forget: (systemId) => vault.remove(tokenName(systemId)),
  };
}
