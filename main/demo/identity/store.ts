import type { Adapter, AdapterPayload } from 'oidc-provider';
import { isRecord, readJsonFile, writePrivateFile } from '../files.ts';

interface Entry {
  readonly payload: AdapterPayload;
  /** Seconds since the epoch; null: never. */
  readonly expires: number | null;
}

/** The identity provider's state: everything that oidc-provider stores, by model and id, in one JSON file. */
export interface Store {
  get(model: string, id: string): AdapterPayload | undefined;
  /** Resolves when the change is on the disk. `expiresIn` is in seconds. */
  put(model: string, id: string, payload: AdapterPayload, expiresIn?: number): Promise<void>;
  remove(model: string, matches: (id: string, payload: AdapterPayload) => boolean): Promise<void>;
  list(model: string): (readonly [id: string, payload: AdapterPayload])[];
  /** Returns an adapter of oidc-provider over this store. */
  adapter(model: string): Adapter;
}

/** Models deleted when their grant is revoked. */
const grantable = ['AccessToken', 'AuthorizationCode', 'RefreshToken'];

/** Opens the store at `path`; leaves out expired entries. */
export async function openStore(path: string): Promise<Store> {
  const models = parse(await readJsonFile(path));
  const entriesOf = (model: string): Map<string, Entry> => {
    const known = models.get(model);
    if (known) return known;
    const made = new Map<string, Entry>();
    models.set(model, made);
    return made;
  };
  const save = coalesced(() => writePrivateFile(path, serialise(models)));

  const get = (model: string, id: string): AdapterPayload | undefined => {
    const entry = entriesOf(model).get(id);
    return entry && isAlive(entry) ? entry.payload : undefined;
  };
  const put: Store['put'] = (model, id, payload, expiresIn) => {
    const expires = expiresIn === undefined ? null : nowSeconds() + expiresIn;
    entriesOf(model).set(id, { payload, expires });
    return save();
  };
  const remove: Store['remove'] = async (model, matches) => {
    const entries = entriesOf(model);
    const gone = [...entries].filter(([id, { payload }]) => matches(id, payload));
    for (const [id] of gone) entries.delete(id);
    if (gone.length > 0) await save();
  };
  const list: Store['list'] = (model) =>
    [...entriesOf(model)]
      .filter(([, entry]) => isAlive(entry))
      .map(([id, { payload }]) => [id, payload] as const);
  const findBy = async (
    model: string,
    field: 'uid' | 'userCode',
    value: string,
  ): Promise<AdapterPayload | undefined> =>
    list(model).find(([, payload]) => payload[field] === value)?.[1];

  const adapter = (model: string): Adapter => ({
    upsert: (id, payload, expiresIn) => put(model, id, payload, expiresIn),
    find: async (id) => get(model, id),
    findByUid: (uid) => findBy(model, 'uid', uid),
    findByUserCode: (userCode) => findBy(model, 'userCode', userCode),
    consume: async (id) => {
      const entry = entriesOf(model).get(id);
      if (!entry) return;
      entriesOf(model).set(id, { ...entry, payload: { ...entry.payload, consumed: nowSeconds() } });
      await save();
    },
    destroy: (id) => remove(model, (one) => one === id),
    revokeByGrantId: async (grantId) => {
      const ofGrant = (_id: string, payload: AdapterPayload): boolean =>
        payload.grantId === grantId;
      await Promise.all(grantable.map((one) => remove(one, ofGrant)));
    },
  });
  return { get, put, remove, list, adapter };
}

/** Runs `write` at most once at a time; calls during a run share the next one. */
function coalesced(write: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = (): Promise<void> => {
    if (!running) {
      running = write().finally(() => {
        running = undefined;
      });
      return running;
    }
    const again = (): Promise<void> => {
      next = undefined;
      return run();
    };
    // Callers get the error of a failed write; the next write is tried anyway.
    next ??= running.then(again, again);
    return next;
  };
  return run;
}

function serialise(models: ReadonlyMap<string, ReadonlyMap<string, Entry>>): string {
  const alive = [...models].map(([model, entries]) => [
    model,
    Object.fromEntries([...entries].filter(([, entry]) => isAlive(entry))),
  ]);
  return `${JSON.stringify(Object.fromEntries(alive))}\n`;
}

function parse(json: unknown): Map<string, Map<string, Entry>> {
  const models = new Map<string, Map<string, Entry>>();
  if (!isRecord(json)) return models;
  for (const [model, stored] of Object.entries(json)) {
    if (!isRecord(stored)) continue;
    const entries = Object.entries(stored).flatMap(([id, value]) => {
      const entry = parseEntry(value);
      return entry && isAlive(entry) ? [[id, entry] as const] : [];
    });
    models.set(model, new Map(entries));
  }
  return models;
}

function parseEntry(value: unknown): Entry | undefined {
  if (!isRecord(value) || !isRecord(value.payload)) return undefined;
  return {
    payload: value.payload,
    expires: typeof value.expires === 'number' ? value.expires : null,
  };
}

function isAlive(entry: Entry): boolean {
  return entry.expires === null || entry.expires > nowSeconds();
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
