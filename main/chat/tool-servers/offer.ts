import type { ToolDefinition } from '../tools/index.ts';
import { nameFor, type OfferedTool, parametersOf } from './definitions.ts';
import { whereOf } from './identity.ts';
import type { Server } from './server.ts';
import type { KeptServer } from './store.ts';

/**
 * Returns a server's tools for the registry, as far as known.
 * @param fingerprintNow of the registered tool of that name
 */
export function definitionsOf(
  kept: KeptServer,
  server: Pick<Server, 'call'>,
  fingerprintNow: (name: string) => string | null,
): ToolDefinition[] {
  const { id, name, slug, systemId, target, enabled, identity } = kept;
  if (!enabled || identity === null) return [];
  const origin = { serverId: id, name, where: whereOf(target), systemId, identity };
  const define = (tool: OfferedTool): ToolDefinition => ({
    name: nameFor(slug, tool),
    description: tool.description,
    parameters: parametersOf(tool),
    approval: 'ask',
    origin: {
      ...origin,
      ownName: tool.name,
      writes: tool.annotations?.readOnlyHint !== true,
    },
    async run(input, context, { fingerprint }) {
      if (typeof input !== 'object' || input === null || Array.isArray(input)) {
        throw new Error('the arguments are no object');
      }
      const isSame = (): boolean => fingerprintNow(nameFor(slug, tool)) === fingerprint;
      return server.call(tool.name, input as Record<string, unknown>, context, isSame);
    },
  });
  return kept.tools.map(define);
}
