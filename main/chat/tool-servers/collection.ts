import { randomUUID } from 'node:crypto';
import type { ToolServer, WantedServer } from '../../../preload/contract/chat/tool-servers.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { readRows } from '../../base/storage/rows/index.ts';
import type { Waiting } from '../../systems/sign-in/index.ts';
import { bounds, type Limits } from './bounds.ts';
import { toAppError } from './connect.ts';
import { slugFor } from './definitions.ts';
import { isHere } from './forms/pages.ts';
import { createToolForms } from './forms/waiting.ts';
import { whereOf } from './identity.ts';
import { withoutValues } from './imported/mcp-json.ts';
import { definitionsOf } from './offer.ts';
import { createReach, takesSignIn } from './reach.ts';
import { createServer, type Server } from './server.ts';
import { createServerSignIns } from './sign-in.ts';
import { type KeptServer, keep, removeKept, toolServerRows } from './store.ts';
import type { ToolServersDeps } from './types.ts';
import { createValues } from './values.ts';

/** A server: what is stored of it, its life, and its tools in the registry. */
export interface OneServer {
  kept: KeptServer;
  readonly server: Server;
  unregister: () => void;
}

const mostEnds = 5;
const usualBackoff = (failures: number): number | null =>
  failures > mostEnds ? null : Math.min(60_000, 1_000 * 2 ** failures);

export type Collection = ReturnType<typeof createCollection>;

/** All servers, stored and offered. */
export function createCollection(deps: ToolServersDeps) {
  const { database, systems, tools, emit, log, limits = bounds } = deps;
  const { now = () => new Date(), backoff = usualBackoff } = deps;
  const values = createValues(deps.vault);
  const signIns = createServerSignIns({
    ...{ vault: deps.vault, service: deps.signIn, log, now },
    changed: () => changed(),
  });
  const reach = createReach(deps, values, signIns);
  const forms = createToolForms(emit);
  const all = new Map<string, OneServer>();

  const snapshot = (): ToolServer[] =>
    [...all.values()]
      .sort((a, b) => a.kept.addedAt.localeCompare(b.kept.addedAt))
      .map((one) => shown(one, signIns.waiting(one.kept.id)));
  const changed = (): void => emit('toolServers.changed', snapshot());

  /** Offers the tools that the server has as far as known, in place of those before. */
  function register(one: OneServer): void {
    one.unregister();
    one.unregister = tools.register(definitionsOf(one.kept, one.server, tools.fingerprints));
  }

  function add(kept: KeptServer): OneServer {
    const one: OneServer = {
      kept,
      unregister: () => undefined,
      server: createServer({
        id: kept.id,
        identify: () => reach.identify(one.kept),
        connect: (identity, ...rest) => reach.connect(one.kept, identity, ...rest),
        askUser: (form, signal) => {
          const { name, target } = one.kept;
          return forms.ask({ ...form, server: { name, where: whereOf(target) } }, signal);
        },
        isHere: () => isHere(one.kept.target),
        problemOf: (cause, mask) => toAppError(cause, described(one.kept, limits), mask),
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

  async function update(one: OneServer, change: Partial<KeptServer>): Promise<void> {
    // a server that was removed meanwhile stays so
    if (all.get(one.kept.id) !== one) return;
    // Before it is written: a change meanwhile builds upon it, and is written after it.
    one.kept = { ...one.kept, ...change };
    await keep(database, one.kept);
    changed();
  }

  return {
    values,
    signIns,
    /** Returns where a server's service is; null: it is a program. */
    serviceOf: ({ kept }: OneServer) => reach.serviceOf(kept),
    serviceToSignIn: ({ kept }: OneServer) => reach.serviceToSignIn(kept),
    formCalls: forms.calls,
    all: (): OneServer[] => [...all.values()],
    snapshot,
    /** Returns what went wrong between the app and a server. */
    problemOf: (cause: unknown, { kept, server }: OneServer): AppError =>
      toAppError(cause, described(kept, limits), server.log.mask),
    register,
    update,

    /** @throws AppError `not-found` */
    find(id: string): OneServer {
      const one = all.get(id);
      if (one === undefined) throw new AppError('not-found', { details: { what: 'tool-server' } });
      return one;
    },

    /** Takes the servers that are stored. */
    async load(): Promise<void> {
      const rows = await database.all({ sql: 'SELECT * FROM tool_servers' });
      for (const kept of readRows(database, toolServerRows, rows)) add(kept);
    },

    async create(
      wanted: { name: string; systemId: string | null; target: WantedServer },
      enabled: boolean,
    ): Promise<OneServer> {
      if (wanted.systemId !== null) systems.get(wanted.systemId);
      const id = randomUUID();
      const slugs = [...all.values()].map(({ kept }) => kept.slug);
      await values.put(id, wanted.target, true);
      const kept: KeptServer = {
        ...{ id, name: wanted.name, slug: slugFor(wanted.name, slugs) },
        ...{ systemId: wanted.systemId, target: withoutValues(wanted.target) },
        ...{ revision: randomUUID(), enabled, generation: null, identity: null, program: null },
        issuer: null,
        ...{ tools: [], leftOut: 0, addedAt: now().toISOString() },
      };
      await keep(database, kept);
      const one = add(kept);
      changed();
      return one;
    },

    async remove(one: OneServer): Promise<void> {
      all.delete(one.kept.id);
      one.unregister();
      await one.server.stop();
      await removeKept(database, one.kept.id);
      await values.remove(one.kept.id);
      await signIns.forget(one.kept.id);
      tools.forgetServer(one.kept.id);
      changed();
    },
  };
}

/** What a server's errors tell of it. */
const described = ({ name, target }: KeptServer, limits: Limits) => ({
  ...{ name, limits, takesSignIn: takesSignIn(target) },
});

function shown({ kept, server }: OneServer, waiting: Waiting | null): ToolServer {
  const { id, name, slug, systemId, target, enabled, program, leftOut } = kept;
  const state = server.state();
  return {
    ...{ id, name, slug, systemId, target, program, leftOut, ...state },
    state: enabled ? state.state : 'off',
    signIn: takesSignIn(target) ? { issuer: kept.issuer, waiting } : null,
  };
}
