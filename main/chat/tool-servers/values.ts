import * as z from 'zod';
import { parseJson } from '../../../common/texts/json.ts';
import type { StoredServer, WantedServer } from '../../../preload/contract/chat/tool-servers.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Vault } from '../../base/storage/vault/index.ts';

const shape = z.record(z.string(), z.string());
type Values = z.infer<typeof shape>;

const secretOf = (id: string): string => `tool-server:${id}`;

/** What the secret of a service's client is kept as: no header has such a name. */
export const clientSecretName = 'client secret';

function listOf(target: WantedServer) {
  if (target.kind === 'stdio') return target.environment;
  const { headers, clientSecret } = target;
  return clientSecret === undefined
    ? headers
    : [...headers, { name: clientSecretName, value: clientSecret }];
}

function namesOf(target: StoredServer): readonly string[] {
  if (target.kind === 'stdio') return target.environment;
  return target.clientSecret ? [...target.headers, clientSecretName] : target.headers;
}

/** Values of servers' environments and headers, and secrets of their clients: all are secrets. */
export function createValues(vault: Pick<Vault, 'get' | 'put' | 'remove'>) {
  async function stored(id: string): Promise<Values> {
    try {
      const bytes = await vault.get(secretOf(id), 'user');
      return shape.parse(parseJson(Buffer.from(bytes).toString('utf8')));
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return {};
      throw error;
    }
  }

  return {
    /** Whether any value is given. */
    areNew: (target: WantedServer): boolean => listOf(target).some(({ value }) => value !== null),

    /**
     * Stores the values of a target; those that are null stay, unless it is another one.
     * @throws AppError `vault-locked`
     */
    async put(id: string, target: WantedServer, isAnother: boolean): Promise<void> {
      const list = listOf(target);
      if (list.length === 0) {
        await vault.remove(secretOf(id));
        return;
      }
      const before = !isAnother && list.some(({ value }) => value === null) ? await stored(id) : {};
      const pairs = list.flatMap(({ name, value }) => {
        const kept = value ?? (Object.hasOwn(before, name) ? before[name] : undefined);
        return kept === undefined ? [] : [[name, kept] as const];
      });
      await vault.put(secretOf(id), Buffer.from(JSON.stringify(Object.fromEntries(pairs))), 'user');
    },

    /** @throws AppError `tool-server-values`, `vault-locked` */
    async get(id: string, name: string, target: StoredServer): Promise<Values> {
      const names = namesOf(target);
      if (names.length === 0) return {};
      const kept = await stored(id);
      const missing = names.find((one) => !Object.hasOwn(kept, one));
      if (missing === undefined) return kept;
      throw new AppError('tool-server-values', { details: { name, value: missing } });
    },

    remove: (id: string): Promise<void> => vault.remove(secretOf(id)),
  };
}
