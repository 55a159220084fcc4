import {
  type ConversationsDeps,
  createConversations,
} from '../../../main/chat/conversations/index.ts';
import { createPresets } from '../../../main/chat/presets/index.ts';
import { type ChatDeps, createChat } from '../../../main/chat/turns/index.ts';

export type StartedChat = Awaited<ReturnType<typeof startChat>>;

/** Conversations and their turns over one database, as the app puts them together. */
export async function startChat(deps: ConversationsDeps & Omit<ChatDeps, 'conversations'>) {
  const conversations = await createConversations(deps);
  const chat = createChat({ ...deps, conversations });
  const presets = createPresets(deps).calls;
  return {
    calls: { ...conversations.calls, ...chat.calls, presets },
    tools: chat.tools,
    /** Removes what belongs to a system. */
    async forget(systemId: string): Promise<void> {
      await conversations.forget(systemId);
      await chat.forget(systemId);
    },
    async close(): Promise<void> {
      await chat.close();
      await conversations.close();
    },
  };
}
