import { parseForeign } from '../../../common/texts/json.ts';
import type { GenaiState } from '../../../preload/contract/chat/genai.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { type Bases, isElsewhere } from '../../base/addresses/index.ts';
import type { Network } from '../../base/network/index.ts';
import { findError, readErrorMessage } from '../../base/network/refusal/index.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRows } from '../../base/storage/rows/index.ts';
import type { Link, Links } from '../../systems/links/index.ts';
import { statusError } from './errors.ts';
import type { KeyStore, StoredKey } from './keys.ts';
import { type ListedModel, listedModel, maxModels, readModelList } from './models.ts';

/** The last received live list of one system, and the result of the last attempt. */
export interface ModelList {
  readonly listed: readonly ListedModel[];
  readonly fetchedAt: string | null;
  readonly fetching: boolean;
  readonly problem: GenaiState['problem'];
  /** It has no list, as it said without a key. */
  readonly listless: boolean;
  /** It has refused a request without a key. */
  readonly needsKey: boolean;
}

export interface ModelLists {
  of(systemId: string): ModelList;
  /** Fetches now, replacing a running fetch. Never throws: a failure is the list's `problem`. */
  refresh(systemId: string): Promise<void>;
  /** Requests the list with or without a key, storing nothing. @throws AppError with the service's error */
  ask(systemId: string, key: string | null, signal: AbortSignal): Promise<ListedModel[]>;
  /** Returns whether no key is stored, and the list came without one or does not exist. */
  isKeyless(systemId: string): boolean;
  /** Records that the service refused a request without a key. */
  noteKeyNeeded(systemId: string): void;
  /** Drops everything known about a system that was removed or has a new address. */
  forget(systemId: string): Promise<void>;
  /** Clears a problem caused by a key that is gone. */
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
  /** Called with the result of a fetch with this key; null: it succeeded. */
  readonly onOutcome: (systemId: string, key: StoredKey | null, error: unknown) => void;
  readonly onFailure: (systemId: string, error: unknown) => void;
  readonly now: () => Date;
}

/** The service lists a handful of models; even 400 with descriptions are smaller. */
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

/** Stores the live lists in memory and in the database, so that they are available at once and offline. */
export async function openModelLists(deps: ModelListDeps): Promise<ModelLists> {
  const { links, database, now } = deps;
  const lists = new Map<string, ModelList>();
  const fetches = new Map<string, AbortController>();
  const rows = await database.all({ sql: 'SELECT * FROM model_lists' });
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
    const { address, connection } = await links.open(systemId, 'genai');
    return deps.bases.at(address, (base) =>
      fetchFrom(deps, `${base}/models`, key, { connection, signal }),
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
        // requiring a key is no failure if there is none yet
        if (used === null && isKeyMissing(error)) {
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

/** Returns the header for a key; none without one. */
export function authorizationOf(key: string | null): { readonly authorization?: string } {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

/** Returns whether a request was refused because it had no key. */
export function isKeyMissing(error: unknown): boolean {
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

/** Fetches the list at an address. @throws AppError with its error */
async function fetchFrom(
  { network, now }: Pick<ModelListDeps, 'network' | 'now'>,
  url: string,
  key: string | null,
  { connection, signal }: Pick<Link, 'connection'> & { signal: AbortSignal },
): Promise<ListedModel[]> {
  const answer = await network.request({
    url,
    headers: { ...authorizationOf(key), accept: 'application/json' },
    connection,
    signal,
    maxBytes,
  });
  const { host } = new URL(url);
  const secrets = key === null ? [] : [key];
  if (answer.status < 200 || answer.status >= 300) {
    throw statusError(answer, { now: now(), secrets });
  }
  const value = jsonOf(answer.body, () => ({
    host,
    server: readErrorMessage(answer, secrets).text,
  }));
  if (findError(value) !== null) throw statusError(answer, { now: now(), secrets });
  const listed = readModelList(value);
  if (listed === null) {
    throw new AppError('answer-shape', { details: { host, expected: 'models' } });
  }
  if (listed.length > maxModels) throw new AppError('answer-too-large', { details: { host } });
  return listed;
}
