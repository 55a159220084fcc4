import { setImmediate } from 'node:timers/promises';
import { foldText } from '../../../common/texts/fold.ts';
import type { Message } from '../../../preload/contract/chat/conversation.ts';
import type { CallOutput, ParsedInput } from '../../../preload/contract/index.ts';
import type { ConversationsContext } from './context.ts';

/** Characters searched before other work gets a turn. */
const portion = 500_000;

/** Searches one conversation: the whole branch on screen, however much of it a window has loaded. */
export function createFind({ stores, running }: ConversationsContext) {
  return async ({
    conversationId,
    text,
  }: ParsedInput<'branches.find'>): Promise<CallOutput<'branches.find'>> => {
    const store = stores.of(conversationId);
    const { leafId } = await store.conversation(conversationId);
    const term = foldText(text);
    if (leafId === null || term.trim() === '') return { term: '', hits: [] };
    const { renderedText } = await import('../../../common/markdown/index.ts');
    /** Returns a message's text as the thread shows it: a question is not rendered. */
    const shownOf = ({ role, content }: Pick<Message, 'role' | 'content'>): string =>
      role === 'user' ? content : renderedText(content);
    const live = new Map(running.of(conversationId).map((turn) => [turn.shown().id, turn]));
    const hits: CallOutput<'branches.find'>['hits'] = [];
    let looked = 0;
    for (const [depth, stored] of (await store.branch(leafId)).entries()) {
      const { id } = stored;
      const message = live.get(id)?.shown() ?? stored;
      const { content } = message;
      const count = countOf(foldText(shownOf(message)), term);
      if (count > 0) hits.push({ messageId: id, depth, count });
      looked += content.length;
      if (looked < portion) continue;
      looked = 0;
      await setImmediate();
    }
    return { term, hits };
  };
}

function countOf(plain: string, term: string): number {
  let count = 0;
  for (let at = plain.indexOf(term); at >= 0; at = plain.indexOf(term, at + term.length))
    count += 1;
  return count;
}
