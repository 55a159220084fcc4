import { type ApiKey, apiKeyPattern } from '../../../preload/contract/chat/genai.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../preload/contract/index.ts';
import type { Links } from '../../systems/links/index.ts';
import { type KeyStore, lastFour, type StoredKey } from './keys.ts';
import { isKeyMissing, type ModelLists } from './model-lists.ts';

/** Operations on API keys. A missing key is `not-found`. */
export interface KeyOperations {
  /** Seals it and selects it for its system. @throws AppError `vault-locked`, `vault-not-set-up` */
  addKey(systemId: string, name: string, key: string): Promise<ApiKey>;
  /** Requests the service's models with this key, storing nothing. */
  testKey(systemId: string, key: string): Promise<CallOutput<'genai.testKey'>>;
  /**
   * Returns the service's models with the selected key.
   * @throws AppError `api-key-missing`, `api-key-refused`, `vault-locked`, and the service's errors
   */
  tryKey(systemId: string, signal: AbortSignal): Promise<readonly string[]>;
  replaceKey(id: string, key: string): Promise<ApiKey>;
  renameKey(id: string, name: string): Promise<void>;
  /** Returns whether the environment has a key, and how it ends. */
  environmentKey(): CallOutput<'genai.environmentKey'>;
  /** @throws AppError `not-found` if the environment has none */
  importEnvironmentKey(systemId: string, name: string): Promise<ApiKey>;
  /** Returns the selected key there. @throws AppError `not-found` if it is not the demo's, `api-key-missing` */
  demoKey(systemId: string): Promise<string>;
  selectKey(id: string): Promise<void>;
  removeKey(id: string): Promise<void>;
}

/** Only the key identifies the caller: a refusal is about the key. */
function ofKey(error: AppError): AppError {
  if (error.code !== 'http-unauthorized' && error.code !== 'http-forbidden') return error;
  return new AppError('api-key-refused', { details: error.details, cause: error });
}

export function toApiKey({ selected: _, secret: __, ...key }: StoredKey): ApiKey {
  return key;
}

export function createKeyOperations(deps: {
  readonly links: Pick<Links, 'to' | 'showsKey'>;
  readonly keys: KeyStore;
  readonly lists: ModelLists;
  readonly announce: (systemId: string) => void;
  readonly refreshSoon: (systemId: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
}): KeyOperations {
  const { links, keys, lists, announce, refreshSoon, environment } = deps;
  const hasAddress = (systemId: string): boolean => links.to(systemId, 'genai').address !== null;
  const inEnvironment = (): string => environment.OPENAI_API_KEY?.trim() ?? '';

  const addKey: KeyOperations['addKey'] = async (systemId, name, key) => {
    const reachable = hasAddress(systemId);
    const stored = await keys.add(systemId, name, key);
    if (reachable) refreshSoon(systemId);
    else announce(systemId);
    return toApiKey(stored);
  };

  return {
    addKey,
    async testKey(systemId, key) {
      try {
        const listed = await lists.ask(systemId, key, AbortSignal.timeout(30_000));
        return { models: listed.map(({ id }) => id), problem: null };
      } catch (error) {
        if (error instanceof AppError) return { models: [], problem: ofKey(error).toData() };
        throw error;
      }
    },
    async tryKey(systemId, signal) {
      const key = keys.selected(systemId) === null ? null : await keys.reveal(systemId);
      try {
        return (await lists.ask(systemId, key, signal)).map(({ id }) => id);
      } catch (error) {
        if (key === null && isKeyMissing(error))
          throw new AppError('api-key-missing', { cause: error });
        throw error instanceof AppError ? ofKey(error) : error;
      }
    },
    async replaceKey(id, key) {
      const { systemId } = keys.get(id);
      const stored = await keys.replace(id, key);
      lists.clearProblem(systemId);
      announce(systemId);
      if (stored.selected && hasAddress(systemId)) refreshSoon(systemId);
      return toApiKey(stored);
    },
    async renameKey(id, name) {
      await keys.rename(id, name);
      announce(keys.get(id).systemId);
    },
    environmentKey() {
      const key = inEnvironment();
      return { present: apiKeyPattern.test(key), lastFour: lastFour(key) };
    },
    async importEnvironmentKey(systemId, name) {
      const key = inEnvironment();
      if (apiKeyPattern.test(key)) return addKey(systemId, name, key);
      throw new AppError('not-found', { details: { what: 'environment-key' } });
    },
    async demoKey(systemId) {
      if (links.showsKey(systemId)) return keys.reveal(systemId);
      throw new AppError('not-found', { details: { what: 'demo-key' } });
    },
    async selectKey(id) {
      const { systemId } = keys.get(id);
      await keys.select(id);
      announce(systemId);
      refreshSoon(systemId);
    },
    async removeKey(id) {
      const { systemId } = keys.get(id);
      await keys.remove(id);
      lists.clearProblem(systemId);
      // the list that came with it does not prove that the service answers without one
      if (keys.of(systemId).length === 0) await lists.forget(systemId);
      announce(systemId);
      if (keys.of(systemId).length === 0 && hasAddress(systemId)) refreshSoon(systemId);
    },
  };
}
