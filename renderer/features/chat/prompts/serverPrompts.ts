import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';
import type { ServerPrompt, ToolServer } from '../../../../preload/contract/chat/tool-servers.ts';
import { oneLine } from '../../../ui/index.ts';

/** A prompt of a tool server, among those of the library: its text comes when it is inserted. */
export interface OfServer extends Omit<Prompt, 'updatedAt'> {
  readonly server: { readonly id: string; readonly name: string };
  readonly offered: ServerPrompt;
}

/** The prompts of the servers that run and belong to this system or to all. */
export function promptsOfServers(
  servers: readonly ToolServer[],
  systemId: string | null,
): OfServer[] {
  return servers
    .filter((one) => one.systemId === null || one.systemId === systemId)
    .flatMap(({ id, name, running }) =>
      (running?.prompts ?? []).map((offered, index) => ({
        // names may have any characters
        id: `${id}-${index}`,
        name: oneLine(offered.title, 120),
        text: oneLine(offered.description, 400),
        folder: name,
        tags: [],
        server: { id, name },
        offered,
      })),
    );
}
