import { variableInText } from '../../../common/texts/variables.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import type { Links } from '../../systems/links/index.ts';
import type { Variable } from './request/variables.ts';
import type { ConsoleStore } from './store.ts';

const most = 500;
const secretOf = (systemId: string, name: string): string => `console:${systemId}:${name}`;

export type Variables = ReturnType<typeof createVariables>;

/** A system's variables; the values of secret ones are in the vault. */
export function createVariables(deps: {
  readonly store: ConsoleStore;
  readonly database: Database;
  readonly vault: Pick<Vault, 'put' | 'get' | 'remove'>;
  readonly links: Pick<Links, 'scope'>;
}) {
  const { store, database, vault, links } = deps;
  return {
    /**
     * Returns those that a text names, with their values; a secret without a value here is none.
     * @throws AppError `vault-locked`
     */
    async named(systemId: string, text: string): Promise<Variable[]> {
      const names = new Set([...text.matchAll(variableInText)].map(([, name]) => name));
      if (names.size === 0) return [];
      const { variables } = await store.settings(systemId);
      const used = variables.filter(({ name }) => names.has(name));
      const found = await Promise.all(
        used.map(async ({ name, value, secret }): Promise<Variable | null> => {
          if (!secret) return value === null ? null : { name, value, secret };
          try {
            const bytes = await vault.get(secretOf(systemId, name), links.scope(systemId));
            return { name, value: new TextDecoder().decode(bytes), secret };
          } catch (cause) {
            if (cause instanceof AppError && cause.code === 'not-found') return null;
            throw cause;
          }
        }),
      );
      return found.filter((one) => one !== null);
    },
    /** @param value null keeps it */
    async set(
      systemId: string,
      given: { readonly name: string; readonly value: string | null; readonly secret: boolean },
    ): Promise<void> {
      const { name, value, secret } = given;
      const settings = await store.settings(systemId);
      const before = settings.variables.find((one) => one.name === name);
      if (before === undefined && settings.variables.length >= most) {
        throw new AppError('variables-too-many', { details: { limit: most } });
      }
      const entry = secretOf(systemId, name);
      const scope = links.scope(systemId);
      // One that was secret does not come back as plain text by itself.
      const plain = secret ? null : (value ?? (before?.secret === false ? before.value : ''));
      const sealed = secret ? (value ?? (before?.secret === false ? before.value : null)) : null;
      if (sealed !== null) await vault.put(entry, new TextEncoder().encode(sealed), scope);
      const others = settings.variables.filter((one) => one.name !== name);
      const variables = [...others, { name, value: plain, secret }].sort((a, b) =>
        a.name < b.name ? -1 : 1,
      );
      await database.run(store.savingSettings(systemId, { ...settings, variables }));
      if (!secret && before?.secret === true) await vault.remove(entry);
    },
    async remove(systemId: string, name: string): Promise<void> {
      const settings = await store.settings(systemId);
      const variables = settings.variables.filter((one) => one.name !== name);
      await database.run(store.savingSettings(systemId, { ...settings, variables }));
      await vault.remove(secretOf(systemId, name));
    },
    /** Removes the secret values of a system. */
    async forget(systemId: string): Promise<void> {
      const { variables } = await store.settings(systemId);
      for (const { name, secret } of variables) {
        if (secret) await vault.remove(secretOf(systemId, name));
      }
    },
  };
}
