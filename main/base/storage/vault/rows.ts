import { AppError } from '../../../../preload/contract/errors.ts';
import type { Database, Statement } from '../database.ts';
import { seal, unseal, unsealFirstFormat } from './sealing.ts';
import type { SecretScope } from './vault.ts';

interface SecretRow {
  readonly name: string;
  readonly scope: string;
  readonly sealed: Uint8Array;
}

/** The sealed secrets in the table `secrets`. */
export function secretRows(database: Database) {
  const find = async (where: string, value: string): Promise<SecretRow[]> => {
    const rows = await database.all(
      `SELECT name, protection, sealed FROM secrets WHERE ${where} = ? ORDER BY name`,
      [value],
    );
    return rows.flatMap(({ name, protection, sealed }) =>
      sealed instanceof Uint8Array
        ? [{ name: String(name), scope: String(protection), sealed }]
        : [],
    );
  };
  return {
    async put(name: string, scope: SecretScope, sealed: Uint8Array): Promise<void> {
      await database.run(overwriting(name), {
        sql: 'INSERT OR REPLACE INTO secrets (name, protection, sealed) VALUES (?, ?, ?)',
        params: [name, scope, sealed],
      });
    },

    /** @throws AppError `not-found`, and `vault-damaged` if the row has another scope */
    async get(name: string, scope: SecretScope): Promise<Uint8Array> {
      const [row] = await find('name', name);
      if (row === undefined) throw new AppError('not-found', { details: { name } });
      if (row.scope !== scope) {
        const cause = new Error(`sealed for ${row.scope}, asked for ${scope}`);
        throw new AppError('vault-damaged', { details: { name }, cause });
      }
      return row.sealed;
    },

    /** Returns a scope's secrets in plain; leaves out those that cannot be opened. */
    async open(scope: SecretScope, key: Uint8Array): Promise<Uint8Array[]> {
      const rows = await find('protection', scope);
      return rows.flatMap(
        ({ name, sealed }) => opens(() => unseal(key, { scope, name }, sealed)) ?? [],
      );
    },

    async remove(name: string): Promise<void> {
      await database.run(overwriting(name), {
        sql: 'DELETE FROM secrets WHERE name = ?',
        params: [name],
      });
    },

    /**
     * Reseals a scope's secrets of the first format in one transaction. One that cannot be opened stays unchanged and
     * closed. If one already has today's format, this was done before: then somebody put a row of the first format
     * back, and it is not accepted.
     */
    async sealAnew(scope: SecretScope, key: Uint8Array): Promise<void> {
      const rows = await find('protection', scope);
      const isDone = rows.some(({ name, sealed }) =>
        opens(() => unseal(key, { scope, name }, sealed)),
      );
      if (isDone) return;
      const statements = rows.flatMap(({ name, sealed }) => {
        const plain = opens(() => unsealFirstFormat(key, name, sealed));
        if (plain === null) return [];
        const anew = seal(key, { scope, name }, plain);
        plain.fill(0);
        return [
          overwriting(name),
          { sql: 'UPDATE secrets SET sealed = ? WHERE name = ?', params: [anew, name] },
        ];
      });
      if (statements.length > 0) await database.run(...statements);
    },
  };
}

function opens(open: () => Uint8Array): Uint8Array | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof AppError && error.code === 'vault-damaged') return null;
    throw error;
  }
}

/** SQLite would leave long values on freed pages: overwrites them with zeros first. */
function overwriting(name: string): Statement {
  return {
    sql: 'UPDATE secrets SET sealed = zeroblob(length(sealed)) WHERE name = ?',
    params: [name],
  };
}
