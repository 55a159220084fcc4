import { AppError } from '../../preload/contract/errors.ts';
import { type ApiKey, apiKeyPattern } from '../../preload/contract/genai.ts';
import type { Handlers } from '../../preload/contract/index.ts';
import type { System } from '../../preload/contract/systems.ts';
import type { SystemsReader } from '../systems/types.ts';
import { type KeyStore, lastFour, type StoredKey } from './keys.ts';
import type { ModelLists } from './model-lists.ts';

type KeyCalls = Pick<
  Handlers<'genai'>,
  | 'addKey'
  | 'testKey'
  | 'replaceKey'
  | 'renameKey'
  | 'environmentKey'
  | 'importEnvironmentKey'
  | 'selectKey'
  | 'removeKey'
>;

export interface KeyCallsDeps {
  readonly systems: SystemsReader;
  readonly keys: KeyStore;
  readonly lists: ModelLists;
  readonly announce: (systemId: string) => void;
  readonly refreshSoon: (system: System) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function toApiKey({ selected: _, ...key }: StoredKey): ApiKey {
  return key;
}

/** Adding, testing, replacing, choosing and removing API keys. */
export function createKeyCalls(deps: KeyCallsDeps): KeyCalls {
  const { systems, keys, lists, announce, refreshSoon, environment } = deps;

  async function addKey(systemId: string, name: string, key: string): Promise<ApiKey> {
    const system = systems.get(systemId);
    const stored = await keys.add(systemId, name, key);
    if (system.genaiUrl === null) announce(systemId);
    else refreshSoon(system);
    return toApiKey(stored);
  }

  return {
    addKey: ({ systemId, name, key }) => addKey(systemId, name, key),
    async testKey({ systemId, key }) {
      try {
        const listed = await lists.ask(systems.get(systemId), key, AbortSignal.timeout(30_000));
        return { models: listed.map(({ id }) => id), problem: null };
      } catch (error) {
        if (error instanceof AppError) return { models: [], problem: error.toData() };
        throw error;
      }
    },
    async replaceKey({ id, key }) {
      const { systemId } = keys.get(id);
      const system = systems.get(systemId);
      const stored = await keys.replace(id, key);
      lists.clearProblem(systemId);
      announce(systemId);
      if (stored.selected && system.genaiUrl !== null) refreshSoon(system);
      return toApiKey(stored);
    },
    async renameKey({ id, name }) {
      await keys.rename(id, name);
      announce(keys.get(id).systemId);
    },
    async environmentKey() {
      const key = environment.OPENAI_API_KEY?.trim() ?? '';
      return { present: apiKeyPattern.test(key), lastFour: lastFour(key) };
    },
    async importEnvironmentKey({ systemId, name }) {
      const key = environment.OPENAI_API_KEY?.trim() ?? '';
      if (apiKeyPattern.test(key)) return addKey(systemId, name, key);
      throw new AppError('not-found', { details: { what: 'environment-key' } });
    },
    async selectKey({ id }) {
      const { systemId } = keys.get(id);
      await keys.select(id);
      announce(systemId);
      refreshSoon(systems.get(systemId));
    },
    async removeKey({ id }) {
      const { systemId } = keys.get(id);
      await keys.remove(id);
      lists.clearProblem(systemId);
      announce(systemId);
    },
  };
}
