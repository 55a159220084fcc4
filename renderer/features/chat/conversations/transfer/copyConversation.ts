import type {
  ConversationSummary,
  Message,
} from '../../../../../preload/contract/chat/conversation.ts';
import type { Client } from '../../../../client/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useLineBreaks } from '../../../../kit/useLineBreaks.ts';
import { drawn, plainText, useLabels } from '../../../../markdown/index.ts';
import { useCopy, useToasts } from '../../../../ui/index.ts';

/** Messages per request. */
const pageSize = 500;

/** Returns the whole branch on screen, also messages that the thread has not fetched. */
export async function branchOf(client: Client, conversationId: string): Promise<Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const page = await client.call('branches.page', {
      conversationId,
      start: messages.length,
      count: pageSize,
    });
    messages.push(...page.messages);
    if (page.messages.length === 0 || messages.length >= page.total) return messages;
  }
}

/** Names who wrote a message. */
type Who = (message: Pick<Message, 'role' | 'model' | 'edited'>) => string;

/** Returns the branch as Markdown, each message under its author. */
export function branchAsMarkdown(title: string, messages: readonly Message[], who: Who): string {
  const blocks = messages
    .filter(({ content }) => content !== '')
    .map((message) => `## ${who(message)}\n\n${message.content}`);
  return `${[`# ${title.replaceAll(/\s+/g, ' ')}`, ...blocks].join('\n\n')}\n`;
}

/** Returns the branch as text: the rendered text of each answer, without Markdown marks. */
export async function branchAsText(
  messages: readonly Message[],
  who: Who,
  textOf: (markdown: string) => Promise<string>,
): Promise<string> {
  const blocks: string[] = [];
  for (const message of messages) {
    const { role, content } = message;
    if (content === '') continue;
    const text = role === 'user' ? content : await textOf(content);
    blocks.push(`${who(message)}:\n${text}`);
  }
  return `${blocks.join('\n\n')}\n`;
}

/** Copies a whole conversation to the clipboard, and confirms it. */
export function useCopyConversation() {
  const t = useT();
  const { client } = useStores();
  const toasts = useToasts();
  const { copy } = useCopy();
  const words = useLabels();
  const breaks = useLineBreaks();
  return async (
    { id, title }: Pick<ConversationSummary, 'id' | 'title'>,
    form: 'markdown' | 'text',
  ): Promise<void> => {
    const messages = await branchOf(client, id);
    const who: Who = ({ role, model, edited }) => {
      if (role === 'user') return t('conversations.transfer.you');
      const name = model ?? t('conversations.search.assistant');
      return edited === true ? t('conversations.transfer.edited', { model: name }) : name;
    };
    if (form === 'markdown') {
      await copy(branchAsMarkdown(title || t('chat.untitled'), messages, who));
    } else {
      const textOf = async (markdown: string) =>
        plainText(await drawn(markdown, { words, breaks }));
      await copy(await branchAsText(messages, who, textOf));
    }
    toasts.show({ text: t('conversations.transfer.copied') });
  };
}
