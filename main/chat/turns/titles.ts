import { trimEnd, trimStart } from '../../../common/texts/trim.ts';
import type { Message } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { announceConversation, type HistoryEntry } from '../conversations/index.ts';
import type { Genai } from '../service/index.ts';
import type { ChatContext } from './context.ts';
import { modelOf } from './requests.ts';

const longest = 60;

/** Returns a title from the first words of a conversation's first message, cut between words or characters. */
export function titleFrom(text: string): string {
  const words = text
    .slice(0, 2000)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[#>*\-`\s]+/, '');
  const characters = [...new Intl.Segmenter().segment(words)].map(({ segment }) => segment);
  if (characters.length <= longest) return words;
  const cut = characters.slice(0, longest).join('');
  const lastBlank = cut.lastIndexOf(' ');
  return `${(lastBlank > cut.length / 2 ? cut.slice(0, lastBlank) : cut).trimEnd()}…`;
}

const patience = 60_000;

/**
 * Asks a model for a title of a conversation.
 * @throws AppError as `Genai.completion`, or `answer-shape` if the answer is unusable
 */
export async function suggestTitle(
  genai: Pick<Genai, 'completion'>,
  systemId: string,
  model: string,
  branch: readonly HistoryEntry[],
): Promise<string> {
  const words = branch
    .slice(0, 4)
    .map(({ role, content }) => `${role}: ${content.slice(0, 2000)}`)
    .join('\n\n');
  const content = `Give this conversation a title of at most eight words, in its own language. Answer with the title only, without quotes.\n\n${words}`;
  let answer = '';
  await genai.completion(
    systemId,
    { model, messages: [{ role: 'user', content }], maxTokens: 2048 },
    {
      content(text, choice) {
        if (choice === 0) answer += text;
      },
      thought(choice) {
        if (choice === 0) answer = '';
      },
    },
    { signal: AbortSignal.timeout(patience) },
  );
  const [line = ''] = answer.trim().split('\n');
  const title = titleFrom(trimEnd(trimStart(line, /["'「『“]/), /["'」』”.。]/));
  if (title === '') throw new AppError('answer-shape', { details: { expected: 'title' } });
  return title;
}

/** Asks the conversation's model for a title, and uses it. */
export async function retitle(context: ChatContext, id: string): Promise<string> {
  const { stores, genai } = context;
  const store = stores.of(id);
  const conversation = await store.conversation(id);
  const { systemId, leafId } = conversation;
  const model = modelOf(genai, conversation);
  if (leafId === null) throw new AppError('not-found', { details: { what: 'message' } });
  const title = await suggestTitle(genai, systemId, model, await store.branch(leafId));
  await store.update(id, { title });
  await announceConversation(context, id);
  return title;
}

/**
 * Titles by the model, if the user wants that: after the first complete answer, and only in place of the first words. A
 * failure leaves the first words.
 */
export function createAutoTitle(context: ChatContext, wanted: () => boolean) {
  const { stores, genai, log } = context;
  const underWay = new Set<string>();
  let closed = false;

  async function titleByModel({ id: messageId, conversationId, model }: Message): Promise<void> {
    const store = stores.of(conversationId);
    const branch = await store.branch(messageId);
    const [first] = branch;
    if (first === undefined || branch.filter(({ role }) => role === 'user').length !== 1) return;
    const { systemId, title: before } = await store.conversation(conversationId);
    if (before !== titleFrom(first.content) || model === null) return;
    const title = await suggestTitle(genai, systemId, model, branch);
    // a title that the user gave meanwhile stays
    if (closed || (await store.conversation(conversationId)).title !== before) return;
    await store.update(conversationId, { title });
    await announceConversation(context, conversationId);
  }

  return {
    answered(message: Message): void {
      const { conversationId, state } = message;
      if (state !== 'complete' || !wanted() || underWay.has(conversationId)) return;
      underWay.add(conversationId);
      titleByModel(message)
        .catch((error: unknown) => {
          if (closed) return;
          const code = error instanceof AppError ? error.code : 'internal';
          log.info('chat-auto-title', { conversationId, code });
        })
        .finally(() => underWay.delete(conversationId));
    },
    close(): void {
      closed = true;
    },
  };
}
