import type { ServerPrompt } from '../../../preload/contract/chat/tool-servers.ts';
import { type OfferedTool, readTools } from './definitions.ts';
import type { Identity } from './identity.ts';
import type { ServerLog } from './log.ts';
import { readPrompts } from './prompts.ts';
import type { Generation, Session } from './session.ts';

/** What was learned of a server when it last ran. */
export interface Learned extends Pick<Identity, 'identity' | 'program'> {
  readonly generation: Generation;
  readonly tools: readonly OfferedTool[];
  readonly leftOut: number;
}

/** Lists what a server offers. @param learn stores what was learned, before anything of it is used */
export async function listOffers(
  { identity, program }: Identity,
  session: Session,
  log: ServerLog,
  learn: (learned: Learned) => Promise<void>,
): Promise<ServerPrompt[]> {
  const { tools, leftOut } = readTools(await session.listTools());
  log.add('app', `${session.protocol}: ${tools.length} tools, ${leftOut} left out`);
  await learn({ identity, program, generation: session.generation, tools, leftOut });
  try {
    return readPrompts(await session.listPrompts());
  } catch (cause) {
    // its tools work without them
    log.add('app', `prompts not listed: ${cause instanceof Error ? cause.message : cause}`);
    return [];
  }
}
