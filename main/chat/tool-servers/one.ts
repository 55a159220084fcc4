import type { ToolServer } from '../../../preload/contract/chat/tool-servers.ts';
import type { ToolDefinition, Tools } from '../tools/index.ts';
import { nameFor, parametersOf } from './definitions.ts';
import { whereOf } from './identity.ts';
import type { Server } from './server.ts';
import type { KeptServer } from './store.ts';

/** A server as it is stored, its life, and its tools in the registry. */
export interface One {
  kept: KeptServer;
  readonly server: Server;
  unregister: () => void;
}

/** Returns a server as windows see it. */
export function shown({ kept, server }: One): ToolServer {
  const { id, name, slug, systemId, target, enabled, program, leftOut } = kept;
  const state = server.state();
  return {
    ...{ id, name, slug, systemId, target, program, leftOut, ...state },
    state: enabled ? state.state : 'off',
  };
}

/** Returns the tools of a server as the registry takes them. @param identity of the server that listed them */
export function definitionsOf(
  one: One,
  identity: string,
  tools: Pick<Tools, 'fingerprints'>,
): ToolDefinition[] {
  const { id, name, slug, systemId, target } = one.kept;
  return one.kept.tools.map((tool) => ({
    name: nameFor(slug, tool),
    description: tool.description,
    parameters: parametersOf(tool),
    approval: 'ask' as const,
    origin: {
      ...{ serverId: id, name, where: whereOf(target), systemId, identity },
      ownName: tool.name,
      writes: tool.annotations?.readOnlyHint !== true,
    },
    run: (input, { signal }, fingerprint) => {
      if (typeof input !== 'object' || input === null || Array.isArray(input)) {
        throw new Error('the arguments are no object');
      }
      const isSame = (): boolean => tools.fingerprints(nameFor(slug, tool)) === fingerprint;
      return one.server.call(tool.name, input as Record<string, unknown>, signal, isSame);
    },
  }));
}
