import { randomUUID } from 'node:crypto';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Handlers } from '../../../../preload/contract/index.ts';
import { serialQueue } from '../../../base/async/serial-queue.ts';
import type { Database } from '../../../base/storage/database.ts';
import type { createDescriptions } from '../descriptions.ts';
import { withoutFiles, withoutSecrets } from '../request/secrets.ts';
import type { ConsoleStore } from '../store.ts';
import type { Variables } from '../variables.ts';

type KeepingCalls = Pick<
  Handlers<'apiConsole'>,
  | 'allowOrigin'
  | 'setVariable'
  | 'removeVariable'
  | 'saveRequest'
  | 'keepDraft'
  | 'removeRequest'
  | 'pin'
  | 'clearHistory'
>;

const mostSaved = 1000;
const mostOrigins = 200;
/** Characters of a draft; a longer one is not kept. */
const longestDraft = 500_000;

/** What the user keeps of a system. */
export function keepingCalls(deps: {
  readonly store: ConsoleStore;
  readonly database: Database;
  readonly variables: Variables;
  readonly descriptions: Pick<ReturnType<typeof createDescriptions>, 'requireOne'>;
  readonly changed: (systemId: string) => void;
  readonly historyChanged: (systemId: string) => void;
  readonly requireOpen: (systemId: string) => void;
  readonly now: () => Date;
}): KeepingCalls {
  const { store, database, variables, descriptions, changed, historyChanged, requireOpen } = deps;
  // Settings are one row, which each change reads and writes.
  const inTurn = serialQueue();
  return {
    allowOrigin: ({ systemId, origin, allowed }) =>
      inTurn(async () => {
        requireOpen(systemId);
        const settings = await store.settings(systemId);
        const others = settings.origins.filter((one) => one !== origin);
        const origins = allowed ? [...others, origin].slice(-mostOrigins) : others;
        await database.run(store.savingSettings(systemId, { ...settings, origins }));
        changed(systemId);
      }),
    setVariable: ({ systemId, ...variable }) =>
      inTurn(async () => {
        requireOpen(systemId);
        await variables.set(systemId, variable);
        changed(systemId);
      }),
    removeVariable: ({ systemId, name }) =>
      inTurn(async () => {
        requireOpen(systemId);
        await variables.remove(systemId, name);
        changed(systemId);
      }),
    async saveRequest({ systemId, id, name, note, request }) {
      requireOpen(systemId);
      const saved = await store.requests(systemId);
      if (id !== null && !saved.some((one) => one.id === id)) throw new AppError('not-found');
      if (id === null && saved.length >= mostSaved) {
        throw new AppError('requests-too-many', { details: { limit: mostSaved } });
      }
      const one = {
        ...{ id: id ?? randomUUID(), name, note, request: withoutSecrets(request) },
        savedAt: deps.now().getTime(),
      };
      await database.run(store.savingRequest(systemId, one));
      changed(systemId);
      return { id: one.id };
    },
    async keepDraft({ systemId, descriptionId, key, request }) {
      requireOpen(systemId);
      await descriptions.requireOne(systemId, descriptionId);
      const kept = request && { key, request: withoutFiles(withoutSecrets(request)) };
      const isKept = kept !== null && JSON.stringify(kept).length <= longestDraft;
      await database.runAll(
        isKept
          ? store.savingDraft(systemId, descriptionId, kept, deps.now().getTime())
          : [store.removingDraft(systemId, descriptionId, key)],
      );
    },
    async removeRequest({ systemId, id }) {
      requireOpen(systemId);
      await database.run(store.removingRequest(systemId, id));
      changed(systemId);
    },
    async pin({ systemId, id, pinned }) {
      requireOpen(systemId);
      await database.run(store.pinning(systemId, id, pinned));
      historyChanged(systemId);
    },
    async clearHistory({ systemId }) {
      requireOpen(systemId);
      await database.run(store.clearingHistory(systemId));
      historyChanged(systemId);
    },
  };
}
