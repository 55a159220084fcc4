import { parseForeign } from '../../../common/texts/json.ts';
import type { GenaiState } from '../../../preload/contract/chat/genai.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { type Bases, isElsewhere } from '../../base/addresses/index.ts';
import type { Network } from '../../base/network/index.ts';
import { errorIn, readWords } from '../../base/network/refusal/index.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRows } from '../../base/storage/rows/index.ts';
import type { Access, Links } from '../../systems/links/index.ts';
import { statusError } from './errors.ts';
import type { KeyStore, StoredKey } from './keys.ts';
import { type ListedModel, listedModel, mostModels, readModelList } from './models.ts';

/** The live list of one system, as last received, and how the last attempt went. */
export interface ModelList {
  readonly listed: readonly ListedModel[];
  readonly fetchedAt: string | null;
  readonly fetching: boolean;
  readonly problem: GenaiState['problem'];
  /** It has no list, and said so to somebody without a key. */
  readonly listless: boolean;
  /** It has refused to answer without a key. */
  readonly needsKey: boolean;
}

export interface ModelLists {
  of(systemId: string): ModelList;
  /** Fetches now, in place of a fetch that is under way. Never throws: a failure is the list's `problem`. */
  refresh(systemId: string): Promise<void>;
  /** Asks for the list with this key or without one, keeping nothing. @throws AppError as the service answers */
  ask(systemId: string, key: string | null, signal: AbortSignal): Promise<ListedModel[]>;
  /** No key is stored, and the list came without one, or there is none. */
  isKeyless(systemId: string): boolean;
  /** The service has refused a request without a key. */
  noteKeyNeeded(systemId: string): void;
  /** Drops what is known of a system whose address changed or that is gone. */
  forget(systemId: string): Promise<void>;
  /** Clears a problem that a key now gone had caused. */
  clearProblem(systemId: string): void;
  close(): void;
}

export interface ModelListDeps {
  readonly links: Pick<Links, 'open'>;
  readonly bases: Bases;
  readonly network: Network;
  readonly database: Database;
  readonly keys: Pick<KeyStore, 'reveal' | 'selected'>;
  readonly onChange: (systemId: string) => void;
  /** How a fetch with this key went; null: well. */
  readonly onOutcome: (systemId: string, key: StoredKey | null, error: unknown) => void;
  readonly onFailure: (systemId: string, error: unknown) => void;
  readonly now: () => Date;
}

/** The service lists a handful of models; 400 with descriptions have less too. */
const maxBytes = 512 * 1024;

const nothingKnown: ModelList = {
  listed: [],
  fetchedAt: null,
  fetching: false,
  problem: null,
  listless: false,
  needsKey: false,
};

export const modelListRows: RowReader<
  Pick<ModelList, 'listed' | 'fetchedAt'> & { readonly systemId: string }
> = {
  table: 'model_lists',
  called: 'system_id',
  read: (row) => ({
    systemId: row.word('system_id'),
    listed: row.json('models', listedModel.array()),
    fetchedAt: row.instant('fetched_at'),
  }),
};

/** Keeps the live lists in memory and in the database, so that they are there at once and offline. */
export async function openModelLists(deps: ModelListDeps): Promise<ModelLists> {
  const { links, database, now } = deps;
  const lists = new Map<string, ModelList>();
  const fetches = new Map<string, AbortController>();
  const rows = await database.all('SELECT * FROM model_lists');
  for (const { systemId, ...list } of readRows(database, modelListRows, rows)) {
    lists.set(systemId, { ...nothingKnown, ...list });
  }

  const of = (systemId: string): ModelList => lists.get(systemId) ?? nothingKnown;
  const set = (systemId: string, change: Partial<ModelList>): void => {
    lists.set(systemId, { ...of(systemId), ...change });
    deps.onChange(systemId);
  };

  async function fetchList(
    systemId: string,
    key: string | null,
    signal: AbortSignal,
  ): Promise<ListedModel[]> {
    const { address, connection, identity } = await links.open(systemId, 'genai');
    return deps.bases.at(address, (base) =>
      fetchFrom(deps, `${base}/models`, key, { connection, identity, signal }),
    );
  }

  async function store(systemId: string, listed: ListedModel[], fetchedAt: string): Promise<void> {
    await database.run({
      sql: 'INSERT OR REPLACE INTO model_lists (system_id, fetched_at, models) VALUES (?, ?, ?)',
      params: [systemId, fetchedAt, JSON.stringify(listed)],
    });
  }

  return {
    of,
    ask: fetchList,

    isKeyless(systemId) {
      const { fetchedAt, listless, needsKey } = of(systemId);
      const isOpen = (fetchedAt !== null || listless) && !needsKey;
      return isOpen && deps.keys.selected(systemId) === null;
    },

    noteKeyNeeded: (systemId) => set(systemId, { needsKey: true }),

    async refresh(systemId) {
      fetches.get(systemId)?.abort();
      const fetch = new AbortController();
      fetches.set(systemId, fetch);
      set(systemId, { fetching: true });
      const used = deps.keys.selected(systemId);
      try {
        const key = used === null ? null : await deps.keys.reveal(systemId);
        const listed = await fetchList(systemId, key, fetch.signal);
        if (fetch.signal.aborted) return;
        deps.onOutcome(systemId, used, null);
        const fetchedAt = now().toISOString();
        set(systemId, { listed, fetchedAt, problem: null, needsKey: false });
        await store(systemId, listed, fetchedAt);
      } catch (error) {
        if (fetch.signal.aborted) return;
        // that it wants a key is no failure where there is none yet
        if (used === null && wantsKey(error)) {
          set(systemId, { problem: null, needsKey: true });
          return;
        }
        deps.onFailure(systemId, error);
        deps.onOutcome(systemId, used, error);
        const shown = error instanceof AppError ? error : new AppError('internal');
        const listless = used === null && isElsewhere(error);
        set(systemId, { problem: shown.toData(), listless });
      } finally {
        if (fetches.get(systemId) === fetch) {
          fetches.delete(systemId);
          set(systemId, { fetching: false });
        }
      }
    },

    async forget(systemId) {
      fetches.get(systemId)?.abort();
      fetches.delete(systemId);
      lists.delete(systemId);
      await database.run({
        sql: 'DELETE FROM model_lists WHERE system_id = ?',
        params: [systemId],
      });
    },

    clearProblem(systemId) {
      if (of(systemId).problem !== null) set(systemId, { problem: null });
    },

    close() {
      for (const fetch of fetches.values()) fetch.abort();
      fetches.clear();
    },
  };
}

/** The header for a key; none without one. */
export function authorizationOf(key: string | null): { readonly authorization?: string } {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

/** Whether a request without a key was refused for that. */
export function wantsKey(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return error.code === 'http-unauthorized' || error.code === 'http-forbidden';
}

function jsonOf(body: Uint8Array, details: () => Record<string, string>): unknown {
  try {
    return parseForeign(new TextDecoder().decode(body));
  } catch (cause) {
    throw new AppError('answer-not-json', { details: details(), cause });
  }
}

/** The list at an address. @throws AppError as it answers */
async function fetchFrom(
  { network, now }: Pick<ModelListDeps, 'network' | 'now'>,
  url: string,
  key: string | null,
  {
    connection,
    identity,
    signal,
  }: Pick<Access, 'connection' | 'identity'> & { signal: AbortSignal },
): Promise<ListedModel[]> {
  const answer = await network.request({
    url,
    headers: { ...authorizationOf(key), accept: 'application/json' },
    identity,
    connection,
    signal,
    maxBytes,
  });
  const { host } = new URL(url);
  const secrets = key === null ? [] : [key];
  if (answer.status < 200 || answer.status >= 300) {
    throw statusError(answer, { now: now(), secrets });
  }
  const value = jsonOf(answer.body, () => ({ host, server: readWords(answer, secrets).text }));
  if (errorIn(value) !== null) throw statusError(answer, { now: now(), secrets });
  const listed = readModelList(value);
  if (listed === null) {
    throw new AppError('answer-shape', { details: { host, expected: 'models' } });
  }
  if (listed.length > mostModels) throw new AppError('answer-too-large', { details: { host } });
  return listed;
}
