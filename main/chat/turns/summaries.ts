import { AppError } from '../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../preload/contract/index.ts';
import { announceDetails } from '../conversations/index.ts';
import type { ChatContext } from './context.ts';
import { modelOf, prepareBranch } from './requests.ts';

const instruction =
  'Summarise our conversation so far for your own later use: facts, decisions, names, numbers, code that matters and open questions, in the language of the conversation. Write the summary only.';

export interface Summaries {
  /** Asks the conversation's model for a summary of the turns before a message; stopping the conversation ends it. */
  summarise(input: ParsedInput<'requests.summarise'>): Promise<{ summary: string }>;
  close(): void;
}

/** Summaries of early turns by the model, sent in their place. */
export function createSummaries(context: ChatContext): Summaries {
  const { stores, genai, running } = context;
  const underWay = new Map<string, AbortController>();

  running.onStop((conversationId) => underWay.get(conversationId)?.abort());

  return {
    async summarise({ id, messageId }) {
      const store = stores.of(id);
      const conversation = await store.conversation(id);
      const { conversationId, parentId } = await store.message(messageId);
      if (conversationId !== id || parentId === null) {
        throw new AppError('not-found', { details: { what: 'message' } });
      }
      underWay.get(id)?.abort();
      const abort = new AbortController();
      underWay.set(id, abort);
      try {
        const branch = await store.branch(parentId);
        // Answers describe what an image showed, or what a missing file said.
        const shown = { ...conversation, imagesLeftOut: true };
        // from the current start, with the earlier summary: all of it may not fit any more
        const { history } = await prepareBranch(context, shown, branch, []);
        const request = {
          model: modelOf(genai, conversation),
          messages: [...history, { role: 'user' as const, content: instruction }],
        };
        genai.check(conversation.systemId, request, { anyway: true });
        let summary = '';
        const listener = {
          content(text: string, choice: number) {
            if (choice === 0) summary += text;
          },
          thought(choice: number) {
            if (choice === 0) summary = '';
          },
        };
        await genai.completion(conversation.systemId, request, listener, abort);
        summary = summary.trim();
        if (summary === '') {
          throw new AppError('answer-shape', { details: { expected: 'summary' } });
        }
        await store.update(id, { startId: messageId, startSummary: summary });
        await announceDetails(context, id);
        return { summary };
      } finally {
        if (underWay.get(id) === abort) underWay.delete(id);
      }
    },
    close() {
      for (const abort of underWay.values()) abort.abort();
    },
  };
}
