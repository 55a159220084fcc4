import { randomUUID } from 'node:crypto';
import type { ToolServer, WantedServer } from '../../../preload/contract/chat/tool-servers.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import type { serialQueue } from '../../base/async/serial-queue.ts';
import type { Systems } from '../../systems/list/index.ts';
import { readServers, withoutValues } from './mcp-json.ts';
import type { One } from './one.ts';
import type { KeptServer } from './store.ts';
import type { createValues } from './values.ts';

interface ServerOperations {
  readonly all: ReadonlyMap<string, One>;
  readonly values: ReturnType<typeof createValues>;
  readonly systems: Pick<Systems, 'get'>;
  /** One change at a time. */
  readonly next: ReturnType<typeof serialQueue>;
  /** @throws AppError `not-found` */
  find(id: string): One;
  /** @throws AppError `locked-by-policy` */
  requireOpen(): void;
  snapshot(): ToolServer[];
  create(
    wanted: { name: string; systemId: string | null; target: WantedServer },
    enabled: boolean,
  ): Promise<One>;
  update(one: One, change: Partial<KeptServer>): Promise<void>;
  register(one: One): void;
  remove(one: One): Promise<void>;
  startQuietly(one: One): void;
}

/** Maps the operations on servers onto the contract. */
export function serverCalls(operations: ServerOperations): Handlers<'toolServers'> {
  const { all, values, systems, next, find, requireOpen, snapshot, create } = operations;
  const { update, register, remove, startQuietly } = operations;
  return {
    snapshot: async () => snapshot(),
    add(wanted) {
      requireOpen();
      return next(async () => {
        const one = await create(wanted, true);
        startQuietly(one);
        return { id: one.kept.id };
      });
    },
    edit({ id, name, systemId, target }) {
      requireOpen();
      return next(async () => {
        const one = find(id);
        if (systemId !== null) systems.get(systemId);
        const stored = withoutValues(target);
        const isSame =
          JSON.stringify([stored, systemId]) ===
            JSON.stringify([one.kept.target, one.kept.systemId]) && !values.areNew(target);
        if (!isSame) {
          await one.server.stop();
          await values.put(id, target);
        }
        const fresh = {
          target: stored,
          revision: randomUUID(),
          generation: null,
          identity: null,
        };
        await update(one, { name, systemId, ...(isSame ? {} : fresh) });
        register(one);
        if (!isSame && one.kept.enabled) startQuietly(one);
      });
    },
    remove: ({ id }) => next(() => remove(find(id))),
    async start({ id }) {
      requireOpen();
      const one = find(id);
      if (one.server.state().state !== 'running') await one.server.stop();
      await update(one, { enabled: true });
      register(one);
      await one.server.start();
    },
    async stop({ id }) {
      const one = find(id);
      await update(one, { enabled: false });
      register(one);
      await one.server.stop();
    },
    log: async ({ id }) => find(id).server.log.all(),
    async examineFile({ bytes }) {
      const known = [...all.values()].map(({ kept }) => kept.target);
      return readServers(bytes, known).map(({ wanted: _, ...found }) => found);
    },
    importFile({ bytes, names, systemId }) {
      requireOpen();
      return next(async () => {
        const known = [...all.values()].map(({ kept }) => kept.target);
        let added = 0;
        for (const { name, wanted } of readServers(bytes, known)) {
          if (wanted === null || !names.includes(name)) continue;
          await create({ name, systemId, target: wanted }, false);
          added += 1;
        }
        return { added };
      });
    },
  };
}
