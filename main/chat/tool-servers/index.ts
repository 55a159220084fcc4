import { randomUUID } from 'node:crypto';
import type { ToolServer, WantedServer } from '../../../preload/contract/chat/tool-servers.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import type { Log } from '../../base/host.ts';
import type { Network } from '../../base/network/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import { readRows } from '../../base/storage/rows/index.ts';
import type { Vault } from '../../base/storage/vault/index.ts';
import type { Accesses } from '../../systems/access/index.ts';
import type { Links } from '../../systems/links/index.ts';
import type { Systems } from '../../systems/list/index.ts';
import type { Tools } from '../tools/index.ts';
import { bounds, type Limits } from './bounds.ts';
import { serverCalls } from './calls.ts';
import { toAppError } from './connect.ts';
import { slugFor } from './definitions.ts';
import { withoutValues } from './mcp-json.ts';
import { definitionsOf, type One, shown } from './one.ts';
import { createReach } from './reach.ts';
import { createServer } from './server.ts';
import { type KeptServer, keep, removeKept, toolServerRows } from './store.ts';
import { createValues } from './values.ts';

export { toolServerRows } from './store.ts';

export interface ToolServersDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'get' | 'put' | 'remove'>;
  readonly network: Pick<Network, 'stream'>;
  readonly policy: Pick<Policy, 'isLocked' | 'requireOpen' | 'network'>;
  readonly systems: Pick<Systems, 'get'>;
  readonly links: Pick<Links, 'to'>;
  readonly access: Pick<Accesses, 'identity'>;
  readonly tools: Pick<Tools, 'register' | 'fingerprints' | 'forgetServer'>;
  readonly emit: Emit;
  readonly log: Log;
  readonly version: string;
  readonly limits?: Limits;
  readonly now?: () => Date;
  /** Wait before the next start after so many ends, ms; null: no more. */
  readonly backoff?: (failures: number) => number | null;
}

/** Servers of the Model Context Protocol, whose tools models may call. */
export interface ToolServers {
  readonly calls: Handlers<'toolServers'>;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

const mostEnds = 5;
const usualBackoff = (failures: number): number | null =>
  failures > mostEnds ? null : Math.min(60_000, 1_000 * 2 ** failures);

export async function createToolServers(deps: ToolServersDeps): Promise<ToolServers> {
  const { database, policy, systems, tools, emit, log } = deps;
  const { now = () => new Date(), backoff = usualBackoff } = deps;
  const values = createValues(deps.vault);
  const reach = createReach(deps, values);
  const all = new Map<string, One>();
  // One change at a time: two servers must not get one short name.
  const next = serialQueue();
  const isLocked = policy.isLocked('noExternalTools');
  const requireOpen = (): void => policy.requireOpen('noExternalTools');

  const snapshot = (): ToolServer[] =>
    [...all.values()]
      .sort((a, b) => a.kept.addedAt.localeCompare(b.kept.addedAt))
      .map((one) => shown(one));
  const changed = (): void => emit('toolServers.changed', snapshot());
  const find = (id: string): One => {
    const one = all.get(id);
    if (one === undefined) throw new AppError('not-found', { details: { what: 'tool-server' } });
    return one;
  };

  /** Offers the tools that the server has as far as known, in place of those before. */
  function register(one: One): void {
    one.unregister();
    one.unregister = () => undefined;
    const { enabled, identity } = one.kept;
    if (!enabled || identity === null) return;
    one.unregister = tools.register(definitionsOf(one, identity, tools));
  }

  function add(kept: KeptServer): One {
    const one: One = {
      kept,
      unregister: () => undefined,
      server: createServer({
        identify: () => reach.identify(one.kept),
        connect: (identity, ...rest) => reach.connect(one.kept, identity, ...rest),
        problemOf: (cause) => toAppError(cause, one.kept.name, deps.limits ?? bounds),
        async learn(learned) {
          await update(one, learned);
          register(one);
        },
        ...{ changed, log, now, backoff },
      }),
    };
    all.set(kept.id, one);
    register(one);
    return one;
  }

  async function update(one: One, change: Partial<KeptServer>): Promise<void> {
    const kept = { ...one.kept, ...change };
    // a server that was removed meanwhile stays so
    if (all.get(kept.id) !== one) return;
    await keep(database, kept);
    one.kept = kept;
    changed();
  }

  async function create(
    wanted: { name: string; systemId: string | null; target: WantedServer },
    enabled: boolean,
  ): Promise<One> {
    if (wanted.systemId !== null) systems.get(wanted.systemId);
    const id = randomUUID();
    const slugs = [...all.values()].map(({ kept }) => kept.slug);
    await values.put(id, wanted.target);
    const kept: KeptServer = {
      ...{ id, name: wanted.name, slug: slugFor(wanted.name, slugs), systemId: wanted.systemId },
      ...{ target: withoutValues(wanted.target), revision: randomUUID(), enabled },
      ...{ generation: null, identity: null, program: null, tools: [], leftOut: 0 },
      addedAt: now().toISOString(),
    };
    await keep(database, kept);
    const one = add(kept);
    changed();
    return one;
  }

  async function remove(one: One): Promise<void> {
    all.delete(one.kept.id);
    one.unregister();
    await one.server.stop();
    await removeKept(database, one.kept.id);
    await values.remove(one.kept.id);
    tools.forgetServer(one.kept.id);
    changed();
  }

  /** Its failure is in its state. */
  const startQuietly = (one: One): void => {
    one.server.start().catch((cause: unknown) => {
      log.info('tool-server-not-started', { code: cause instanceof AppError ? cause.code : '' });
    });
  };

  if (!isLocked) {
    const rows = await database.all({ sql: 'SELECT * FROM tool_servers' });
    for (const kept of readRows(database, toolServerRows, rows)) add(kept);
  }

  return {
    calls: serverCalls({
      ...{ all, find, next, values, systems, requireOpen, snapshot, create },
      ...{ update, register, remove, startQuietly },
    }),

    forget: (systemId) =>
      next(async () => {
        for (const one of [...all.values()]) if (one.kept.systemId === systemId) await remove(one);
      }),

    async close() {
      await Promise.all([...all.values()].map(({ server }) => server.stop()));
    },
  };
}
