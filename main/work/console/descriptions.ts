import { randomUUID } from 'node:crypto';
import { parseJson } from '../../../common/texts/json.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { CallInput, CallOutput } from '../../../preload/contract/index.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import {
  largestDescription,
  mostDescriptions,
} from '../../../preload/contract/work/console-limits.ts';
import type { SavedRequest } from '../../../preload/contract/work/console-requests.ts';
import type { Log } from '../../base/host.ts';
import type { Database } from '../../base/storage/database.ts';
import type { WorkerClient } from '../../base/workers/connect.ts';
import type { Family } from '../operations/types.ts';
import type { OperationParts } from './description/parts.ts';
import type { DescriptionMethods, ReadDescription } from './description/types.ts';
import { effectOf } from './effects.ts';
import type { KeptDescription, KeptOperation } from './rows.ts';
import { serversOf } from './servers.ts';
import type { ConsoleStore, Opinion } from './store.ts';
import { createValidating } from './validating.ts';

/** Reading one takes no longer, ms. */
const longestReading = 60_000;
/** Schemas of one operation that a page gets, and characters of all of them. */
const mostSchemas = 2_000;
const mostCharacters = 4_000_000;

export interface DescriptionsDeps {
  readonly store: ConsoleStore;
  readonly database: Database;
  readonly startWorker: () => WorkerClient<DescriptionMethods>;
  readonly changed: (systemId: string) => void;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => Date;
  readonly family: (systemId: string) => Family | null;
  /** The system's address. @throws AppError as `links.open` */
  readonly addressOf: (systemId: string) => Promise<string>;
}

type Changes = CallOutput<'apiConsole.importDescription'>['changes'];

/** Descriptions of APIs: read in a process of their own, kept in the database. */
export function createDescriptions(deps: DescriptionsDeps) {
  const { store } = deps;
  const validating = createValidating(deps);
  let running = new Set<WorkerClient<DescriptionMethods>>();

  async function read(bytes: Uint8Array, name: string): Promise<ReadDescription> {
    const about = { name: name.slice(0, 200) };
    if (bytes.length > largestDescription) {
      const maxMegabytes = largestDescription / 1024 / 1024;
      throw new AppError('description-too-large', { details: { ...about, limit: maxMegabytes } });
    }
    const worker = deps.startWorker();
    running.add(worker);
    const limit = AbortSignal.timeout(longestReading);
    try {
      return await worker.request('read', { bytes }, { signal: limit });
    } catch (cause) {
      if (limit.aborted) throw new AppError('description-too-complex', { details: about, cause });
      if (!(cause instanceof AppError)) throw cause;
      // It does not know the file's name.
      throw new AppError(cause.code, { details: { ...cause.details, ...about }, cause });
    } finally {
      running.delete(worker);
      await worker.stop();
    }
  }

  /** @throws AppError `not-found` */
  async function requireOne(systemId: string, id: string): Promise<KeptDescription> {
    const found = (await store.descriptions(systemId)).find((one) => one.id === id);
    if (found === undefined) throw new AppError('not-found');
    return found;
  }

  /** @throws AppError `not-found` */
  async function operationOf(
    systemId: string,
    descriptionId: string,
    key: string,
  ): Promise<{ readonly kept: KeptOperation; readonly parts: OperationParts }> {
    await requireOne(systemId, descriptionId);
    const found = await store.operation(descriptionId, key);
    if (found === null) throw new AppError('not-found');
    return { kept: found.kept, parts: parseJson(found.detail) as OperationParts };
  }

  return {
    requireOne,
    operationOf,
    async importFile(
      systemId: string,
      file: { readonly bytes: Uint8Array; readonly source: string },
      replaces: string | null,
    ) {
      const importing = { ...deps, read, requireOne };
      const { kept, changes } = await importFile(importing, systemId, file, replaces);
      validating.start(kept, file.bytes);
      return { id: kept.id, changes };
    },
    async list(systemId: string) {
      const kept = await store.descriptions(systemId);
      if (kept.length === 0) return [];
      const address = await deps.addressOf(systemId);
      return Promise.all(
        kept.map(async ({ systemId: _, ...one }) => ({
          ...one,
          warnings: [...one.warnings],
          operations: await store.countOperations(one.id),
          server: one.server ?? (await defaultServer(one.id, address)),
        })),
      );
    },
    async operations(systemId: string, descriptionId: string) {
      await requireOne(systemId, descriptionId);
      const family = deps.family(systemId);
      return (await store.operations(descriptionId)).map((kept) => viewOf(kept, family));
    },
    async detail(
      systemId: string,
      descriptionId: string,
      key: string,
    ): Promise<CallOutput<'apiConsole.operation'>> {
      const draft = await store.draft(systemId, descriptionId, key);
      const { kept, parts } = await operationOf(systemId, descriptionId, key);
      const { schemas, cut } = await schemasOf(store, descriptionId, parts);
      const { description, body, answers, parameters, security } = parts;
      return {
        ...viewOf(kept, deps.family(systemId)),
        ...{ description, note: kept.note, body, answers, security, schemas, cut },
        parameters: parameters.map(
          ({ style: _style, explode: _explode, allowReserved: _reserved, type: _type, ...one }) =>
            one,
        ),
        servers: serversOf(await deps.addressOf(systemId), parts.servers),
        draft: draft?.request ?? null,
      } as CallOutput<'apiConsole.operation'>;
    },
    async close() {
      await validating.close();
      const ending = [...running];
      running = new Set();
      await Promise.all(ending.map((worker) => worker.stop()));
    },
  };

  /** That of its first operation: nearly all descriptions have servers only as a whole. */
  async function defaultServer(descriptionId: string, address: string): Promise<string> {
    const [first] = await store.operations(descriptionId);
    const found = first && (await store.operation(descriptionId, first.key));
    const parts = found && (parseJson(found.detail) as OperationParts);
    return serversOf(address, parts?.servers ?? [])[0]?.url ?? address;
  }
}

const viewOf = (
  kept: KeptOperation,
  family: Family | null,
): Omit<KeptOperation, 'note' | 'hash' | 'effect'> &
  ReturnType<typeof effectOf> & { method: string; path: string } => {
  const { key, operationId, tags, summary, deprecated } = kept;
  const blank = key.indexOf(' ');
  const method = key.slice(0, blank);
  const path = key.slice(blank + 1);
  return {
    ...{ key, operationId, method, path, tags, summary, deprecated },
    ...effectOf(method, path, family, kept.effect),
  };
};

interface Importing extends Pick<DescriptionsDeps, 'store' | 'database' | 'now'> {
  readonly read: (bytes: Uint8Array, name: string) => Promise<ReadDescription>;
  readonly requireOne: (systemId: string, id: string) => Promise<KeptDescription>;
}

/** Reads a description and keeps it, with what the user said of the operations of the one that it replaces. */
async function importFile(
  { store, database, now, read, requireOne }: Importing,
  systemId: string,
  file: { readonly bytes: Uint8Array; readonly source: string },
  replaces: string | null,
): Promise<{ kept: KeptDescription; changes: Changes }> {
  const others = await store.descriptions(systemId);
  const old = replaces === null ? null : await requireOne(systemId, replaces);
  if (old === null && others.length >= mostDescriptions) {
    throw new AppError('descriptions-too-many', { details: { limit: mostDescriptions } });
  }
  const found = await read(file.bytes, file.source);
  const before = old === null ? [] : await store.operations(old.id);
  const matches = matchOperations(before, found);
  const id = old?.id ?? randomUUID();
  const { title, version, format, warnings, moreWarnings } = found;
  const kept: KeptDescription = {
    ...{ id, systemId, title: title || file.source.slice(0, 200), version, format },
    ...{ source: file.source.slice(0, 1000), importedAt: now().getTime() },
    ...{ server: old?.server ?? null, warnings, moreWarnings },
  };
  const opinions = new Map(before.map((one) => [matches.get(one.key) ?? '', one]));
  const moved = (await store.requests(systemId)).flatMap((saved) =>
    movedRequest(saved, id, matches),
  );
  await database.runAll([
    ...store.savingDescription(kept, found, ({ key }) => opinionOf(key, opinions.get(key))),
    ...moved.map((saved) => store.savingRequest(systemId, saved)),
    store.removingDrafts(
      id,
      found.operations.map(({ key }) => key),
    ),
  ]);
  return { kept, changes: old === null ? null : changesOf(before, found, matches) };
}

/** That it only reads was said of one method and path; under others it would be sent without being confirmed. */
function opinionOf(key: string, old: KeptOperation | undefined): Opinion {
  if (old === undefined) return { effect: null, note: '' };
  const isSafe = old.key === key || old.effect === 'changes';
  return { effect: isSafe ? old.effect : null, note: old.note };
}

/** Returns the new key of each old operation: by its id, else by method and path. Those that are gone are left out. */
function matchOperations(
  before: readonly KeptOperation[],
  { operations }: ReadDescription,
): Map<string, string> {
  const byId = new Map(
    operations.flatMap((one) => (one.operationId === null ? [] : [[one.operationId, one.key]])),
  );
  const keys = new Set(operations.map(({ key }) => key));
  const matches = new Map<string, string>();
  const taken = new Set<string>();
  const match = (key: string, to: string | undefined): void => {
    if (to === undefined || matches.has(key) || taken.has(to)) return;
    matches.set(key, to);
    taken.add(to);
  };
  for (const { key, operationId } of before)
    match(key, operationId === null ? undefined : byId.get(operationId));
  for (const { key } of before) match(key, keys.has(key) ? key : undefined);
  return matches;
}

function changesOf(
  before: readonly KeptOperation[],
  { operations }: ReadDescription,
  matches: ReadonlyMap<string, string>,
): NonNullable<Changes> {
  const matched = new Set(matches.values());
  const hashes = new Map(operations.map(({ key, hash }) => [key, hash]));
  return {
    added: operations.map(({ key }) => key).filter((key) => !matched.has(key)),
    removed: before.map(({ key }) => key).filter((key) => !matches.has(key)),
    changed: before.flatMap(({ key, hash }) => {
      const to = matches.get(key);
      return to !== undefined && (to !== key || hashes.get(to) !== hash) ? [to] : [];
    }),
  };
}

/** A saved request follows its operation to another method and path. */
function movedRequest(
  saved: SavedRequest,
  descriptionId: string,
  matches: ReadonlyMap<string, string>,
): SavedRequest[] {
  const { request } = saved;
  if (request.descriptionId !== descriptionId || request.operation === null) return [];
  const to = matches.get(request.operation);
  if (to === undefined || to === request.operation) return [];
  const blank = to.indexOf(' ');
  const [method, path] = [to.slice(0, blank), to.slice(blank + 1)];
  return [{ ...saved, request: { ...request, operation: to, method, path } }];
}

/** Returns what an operation's schemas refer to, as far as it is not too much. */
async function schemasOf(
  store: ConsoleStore,
  descriptionId: string,
  parts: OperationParts,
): Promise<{ schemas: Record<string, Json>; cut: boolean }> {
  const schemas = new Map<string, Json>();
  let characters = 0;
  let wanted = refsIn(JSON.stringify(parts));
  while (wanted.length > 0) {
    const found = await store.schemas(descriptionId, wanted);
    const next: string[] = [];
    for (const [ref, json] of found) {
      characters += json.length;
      if (schemas.size >= mostSchemas || characters > mostCharacters) {
        return { schemas: Object.fromEntries(schemas), cut: true };
      }
      schemas.set(ref, parseJson(json) as Json);
      next.push(...refsIn(json));
    }
    wanted = [...new Set(next)].filter((ref) => !schemas.has(ref));
  }
  return { schemas: Object.fromEntries(schemas), cut: false };
}

/** Returns the references in a JSON text. */
function refsIn(json: string): string[] {
  return [...json.matchAll(/"\$ref":"((?:[^"\\]|\\.)*)"/g)].map(([, ref = '']) =>
    String(parseJson(`"${ref}"`)),
  );
}

/** The file of a call, or the address that it names. */
export type DescriptionSource = CallInput<'apiConsole.importDescription'>['from'];
