import { randomUUID } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import {
  type Client,
  type ClientSource,
  client,
  clientSources,
} from '../../../preload/contract/systems/clients.ts';
import type { Database, Row } from '../../base/storage/database.ts';
import { type RowReader, readRow, readRows } from '../../base/storage/rows/index.ts';
import type { SecretScope, Vault } from '../../base/storage/vault/vault.ts';
import type { ChangedClient, IssuedClient, Management } from './provider.ts';

/** The app's clients: their facts in the database, secret and management token in the vault. */
export interface ClientStore {
  of(systemId: string): Promise<Client[]>;
  /** @throws AppError `not-found` */
  get(id: string): Promise<Client>;
  has(systemId: string, clientId: string): Promise<boolean>;
  /** @throws AppError `vault-locked`, `vault-not-set-up` */
  add(client: {
    /** Its earlier id; otherwise it gets a new one. */
    readonly id?: string;
    readonly systemId: string;
    readonly source: ClientSource;
    readonly issued: IssuedClient;
  }): Promise<Client>;
  /** @throws AppError `not-found`, `vault-locked`, `vault-not-set-up` */
  change(
    id: string,
    change: ChangedClient & { readonly createdAt?: string | null },
  ): Promise<Client>;
  /** @throws AppError `not-found`, `vault-locked`, `vault-damaged` */
  secret(id: string): Promise<string>;
  /** Returns null if the system issued none, or it is lost. @throws AppError `vault-locked`, `vault-damaged` */
  management(id: string): Promise<Management | null>;
  remove(id: string): Promise<void>;
}

function secretName(id: string): string {
  return `client-secret/${id}`;
}

function tokenName(id: string): string {
  return `client-registration/${id}`;
}

export function openClientStore(
  database: Database,
  vault: Vault,
  scopeOf: (systemId: string) => SecretScope,
): ClientStore {
  const read = async (name: string, { system_id }: Row): Promise<string> =>
    Buffer.from(await vault.get(name, scopeOf(String(system_id)))).toString('utf8');
  const row = async (id: string): Promise<Row> => {
    const found = await database.get('SELECT * FROM clients WHERE id = ?', [id]);
    if (found === undefined) throw new AppError('not-found');
    return found;
  };
  const readable = (found: Row): Client => {
    const client = readRow(database, clientRows, found);
    if (client === null) throw new AppError('not-found');
    return client;
  };
  const seal = (name: string, text: string, scope: SecretScope) =>
    vault.put(name, Buffer.from(text, 'utf8'), scope);
  const forgetSecrets = async (id: string): Promise<void> => {
    await vault.remove(secretName(id));
    await vault.remove(tokenName(id));
  };

  return {
    async of(systemId) {
      const rows = await database.all(
        'SELECT * FROM clients WHERE system_id = ? ORDER BY created_at, client_id',
        [systemId],
      );
      return readRows(database, clientRows, rows);
    },

    get: async (id) => readable(await row(id)),

    async has(systemId, clientId) {
      const params = [systemId, clientId];
      const sql = 'SELECT id FROM clients WHERE system_id = ? AND client_id = ?';
      return (await database.get(sql, params)) !== undefined;
    },

    async add({ id = randomUUID(), systemId, source, issued }) {
      const { clientId, redirectUrls, rootUrl, secret, createdAt, management } = issued;
      const scope = scopeOf(systemId);
      try {
        const protections = [
          secret === null ? 'none' : await seal(secretName(id), secret, scope),
          management === null ? 'none' : await seal(tokenName(id), management.token, scope),
        ];
        await database.run({
          sql: `INSERT INTO clients (id, system_id, source, client_id, redirect_urls, root_url, has_secret,
            created_at, management_url, protection) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          params: [
            id,
            systemId,
            source,
            clientId,
            JSON.stringify(redirectUrls),
            rootUrl,
            secret === null ? 0 : 1,
            createdAt,
            management?.url ?? null,
            protections.find((protection) => protection !== 'none') ?? 'none',
          ],
        });
      } catch (error) {
        await forgetSecrets(id);
        throw error;
      }
      return readable(await row(id));
    },

    async change(id, { redirectUrls, rootUrl, management, secret, createdAt }) {
      const before = await row(id);
      const scope = scopeOf(String(before.system_id));
      if (secret !== undefined) await seal(secretName(id), secret, scope);
      if (management !== null) await seal(tokenName(id), management.token, scope);
      await database.run({
        sql: `UPDATE clients SET redirect_urls = ?, root_url = ?, has_secret = ?, created_at = ?,
          management_url = ? WHERE id = ?`,
        params: [
          JSON.stringify(redirectUrls),
          rootUrl,
          secret === undefined ? (before.has_secret ?? 0) : 1,
          createdAt === undefined ? (before.created_at ?? null) : createdAt,
          management?.url ?? before.management_url ?? null,
          id,
        ],
      });
      return readable(await row(id));
    },

    secret: async (id) => read(secretName(id), await row(id)),

    async management(id) {
      const found = await row(id);
      const { management_url: url } = found;
      if (typeof url !== 'string') return null;
      try {
        return { url, token: await read(tokenName(id), found) };
      } catch (error) {
        if (error instanceof AppError && error.code === 'not-found') return null;
        throw error;
      }
    },

    async remove(id) {
      await database.run({ sql: 'DELETE FROM clients WHERE id = ?', params: [id] });
      await forgetSecrets(id);
    },
  };
}

export const clientRows: RowReader<Client> = {
  table: 'clients',
  called: 'client_id',
  read(row) {
    const said = row.text('source');
    const source = clientSources.find((known) => known === said) ?? 'kept';
    return {
      id: row.word('id'),
      systemId: row.word('system_id'),
      source,
      clientId: row.text('client_id'),
      redirectUrls: row.or([], () => row.json('redirect_urls', client.shape.redirectUrls)),
      rootUrl: row.optional('root_url'),
      hasSecret: row.or(false, () => row.flag('has_secret')),
      canChange: true,
      canRotate: source === 'dynamic-registration' && row.optional('management_url') !== null,
      createdAt: row.or(null, () => row.optionalInstant('created_at')),
    };
  },
};
