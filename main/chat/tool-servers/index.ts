import type { Handlers } from '../../../preload/contract/index.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import { createCalls } from './calls.ts';
import { createCollection } from './collection.ts';
import type { ToolServersDeps } from './types.ts';

export { toolServerRows } from './store.ts';
export type { ToolServersDeps } from './types.ts';

/** Servers of the Model Context Protocol, whose tools models may call. */
export interface ToolServers {
  readonly calls: Handlers<'toolServers'>;
  readonly formCalls: Handlers<'toolForms'>;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

export async function createToolServers(deps: ToolServersDeps): Promise<ToolServers> {
  const servers = createCollection(deps);
  const next = serialQueue();
  if (!deps.policy.isLocked('noExternalTools')) await servers.load();

  return {
    calls: createCalls(servers, next, deps),
    formCalls: servers.formCalls,

    forget: (systemId) =>
      next(async () => {
        const gone = servers.all().filter(({ kept }) => kept.systemId === systemId);
        for (const one of gone) await servers.remove(one);
      }),

    async close() {
      for (const { kept } of servers.all()) servers.signIns.cancel(kept.id);
      await Promise.all(servers.all().map(({ server }) => server.stop()));
    },
  };
}
