import { randomUUID } from 'node:crypto';
import { ignoring } from '../../../common/ignoring.ts';
import type { StoredServer } from '../../../preload/contract/chat/tool-servers.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import type { Collection, OneServer } from './collection.ts';
import { readServers, withoutValues } from './imported/mcp-json.ts';
import { copyResource, readListed } from './results/resources.ts';
import { readTemplates } from './results/templates.ts';
import { askServer } from './server.ts';
import type { Session } from './session.ts';
import type { ToolServersDeps } from './types.ts';

const startQuietly = ({ server }: OneServer): void =>
  void ignoring('its state says why', server.start());

/** @param next one change at a time: two servers must not get one short name */
export function createCalls(
  servers: Collection,
  next: <T>(change: () => Promise<T>) => Promise<T>,
  { policy, systems, attachments }: Pick<ToolServersDeps, 'policy' | 'systems' | 'attachments'>,
): Handlers<'toolServers'> {
  const requireOpen = (): void => policy.requireOpen('noExternalTools');
  const read = (bytes: Uint8Array) =>
    readServers(
      bytes,
      servers.all().map(({ kept }) => kept.target),
    );

  return {
    snapshot: async () => servers.snapshot(),

    async add(wanted) {
      requireOpen();
      return next(async () => {
        const one = await servers.create(wanted, true);
        startQuietly(one);
        return { id: one.kept.id };
      });
    },

    async edit({ id, name, systemId, target }) {
      requireOpen();
      return next(async () => {
        const one = servers.find(id);
        if (systemId !== null) systems.get(systemId);
        const stored = withoutValues(target);
        const before = [one.kept.target, one.kept.systemId];
        const isSame =
          JSON.stringify([stored, systemId]) === JSON.stringify(before) &&
          !servers.values.areNew(target);
        if (!isSame) {
          await one.server.stop();
          await servers.values.put(id, target, isElsewhere(one.kept.target, stored));
        }
        const isOther =
          JSON.stringify(stored) !== JSON.stringify(one.kept.target) ||
          (target.kind === 'http' && typeof target.clientSecret === 'string');
        if (isOther) await servers.signIns.forget(id);
        const fresh = {
          ...{ target: stored, revision: randomUUID(), generation: null, identity: null },
          ...(isOther && { issuer: null }),
        };
        await servers.update(one, { name, systemId, ...(isSame ? {} : fresh) });
        servers.register(one);
        if (!isSame && one.kept.enabled) startQuietly(one);
      });
    },

    remove: ({ id }) => next(() => servers.remove(servers.find(id))),

    async start({ id }) {
      requireOpen();
      const { started } = await next(async () => {
        const one = servers.find(id);
        if (one.server.state().state !== 'running') await one.server.stop();
        await servers.update(one, { enabled: true });
        servers.register(one);
        // Not waited for here: a stop can come meanwhile.
        return { started: one.server.start() };
      });
      await started;
    },

    stop: ({ id }) =>
      next(async () => {
        const one = servers.find(id);
        await servers.update(one, { enabled: false });
        servers.register(one);
        await one.server.stop();
      }),

    ...signInCalls(servers, next, requireOpen),

    ...readingCalls(servers, attachments, requireOpen),

    log: async ({ id }) => servers.find(id).server.log.all(),

    examineFile: async ({ bytes }) => read(bytes).map(({ wanted: _, ...found }) => found),

    async importFile({ bytes, names, systemId }) {
      requireOpen();
      return next(async () => {
        const chosen = read(bytes).flatMap(({ name, wanted }) =>
          wanted !== null && names.includes(name) ? [{ name, systemId, target: wanted }] : [],
        );
        for (const wanted of chosen) await servers.create(wanted, false);
        return { added: chosen.length };
      });
    },
  };
}

/** What the user reads of a server without a tool. */
function readingCalls(
  servers: Collection,
  attachments: ToolServersDeps['attachments'],
  requireOpen: () => void,
): Pick<Handlers<'toolServers'>, 'prompt' | 'listResources' | 'readResource'> {
  /** @throws AppError */
  async function of<T>(id: string, ask: (one: OneServer) => Promise<T>): Promise<T> {
    requireOpen();
    const one = servers.find(id);
    try {
      return await ask(one);
    } catch (cause) {
      throw servers.problemOf(cause, one);
    }
  }
  /** Started if needed, unless the user switched it off. @throws AppError */
  const readable = <T>(id: string, ask: (session: Session) => Promise<T>) =>
    of(id, ({ kept, server }) => {
      if (kept.enabled) return askServer(server, ask);
      throw new AppError('tool-server-off', { details: { name: kept.name } });
    });

  return {
    prompt: ({ id, name, arguments: given }) =>
      of(id, async ({ server }) => {
        const values = Object.fromEntries(given.map(({ name: key, value }) => [key, value]));
        return { text: await server.prompt(name, values) };
      }),

    async listResources({ id }) {
      const said = await readable(id, async (session) => ({
        resources: await session.listResources(),
        templates: await session.listTemplates(),
      }));
      const { resources, leftOut } = readListed(said.resources);
      const { templates, leftOut: more } = readTemplates(said.templates);
      return { resources, templates, leftOut: leftOut + more };
    },

    async readResource({ id, uri }) {
      const contents = await readable(id, (session) => session.read(uri));
      return copyResource(contents, uri, servers.find(id).kept.name, attachments);
    },
  };
}

function signInCalls(
  servers: Collection,
  next: <T>(change: () => Promise<T>) => Promise<T>,
  requireOpen: () => void,
): Pick<Handlers<'toolServers'>, 'signIn' | 'cancelSignIn' | 'signOut'> {
  return {
    async signIn({ id }) {
      requireOpen();
      const one = servers.find(id);
      const { revision } = one.kept;
      const tokens = await servers.signIns.begin(one.kept, await servers.serviceToSignIn(one));
      const { started } = await next(async () => {
        // Changed or removed meanwhile: they are for what it was.
        if (servers.find(id).kept.revision !== revision) throw new AppError('cancelled');
        await one.server.stop();
        await servers.signIns.keep(id, tokens);
        await servers.update(one, { issuer: tokens.issuer, enabled: true });
        servers.register(one);
        return { started: one.server.start() };
      });
      await started;
    },

    async cancelSignIn({ id }) {
      servers.signIns.cancel(servers.find(id).kept.id);
    },

    signOut: ({ id }) =>
      next(async () => {
        const one = servers.find(id);
        await one.server.stop();
        await servers.signIns.end(id, servers.serviceOf(one));
        await servers.update(one, { issuer: null });
      }),
  };
}

/** Whether stored headers would go to another origin than the one that they were entered for. */
function isElsewhere(before: StoredServer, now: StoredServer): boolean {
  if (before.kind !== now.kind) return true;
  if (before.kind !== 'http' || now.kind !== 'http') return false;
  return new URL(before.url).origin !== new URL(now.url).origin;
}
