import type { ConversationSummary } from '../../../../preload/contract/conversation.ts';
import type { SavedFile } from '../../../../preload/contract/shapes.ts';
import { download as fetchFile } from '../../../attachments/index.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useStores } from '../../../kit/index.ts';
import { drawn, useWords } from '../../../markdown/index.ts';
import { branchOf } from './copyConversation.ts';
import { type PrintedConversation, pageOf } from './page.ts';

/** Saves conversations as a page of HTML, for reading and printing. */
export function useSavePage() {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const words = useWords();
  const { client } = useStores();
  return async (
    chosen: readonly Pick<ConversationSummary, 'id' | 'title'>[],
  ): Promise<SavedFile> => {
    const conversations: PrintedConversation[] = [];
    for (const { id, title } of chosen) {
      conversations.push({ title, messages: await branchOf(client, id) });
    }
    const html = await pageOf(conversations, {
      language,
      draw: (markdown) => drawn(markdown, words),
      read: ({ file, name }) => fetchFile(client, file.hash, name),
      time: (at) => format.dateTime(Date.parse(at)),
      words: {
        you: t('conversations.transfer.you'),
        model: t('conversations.search.assistant'),
        untitled: t('chat.untitled'),
        reasoning: t('conversations.transfer.page.reasoning'),
        calls: (name) => t('conversations.transfer.page.call', { name }),
        attached: (name) => t('conversations.transfer.page.attached', { name }),
        imageLeftOut: (name) => t('conversations.transfer.page.imageLeftOut', { name }),
      },
    });
    return client.call('conversations.savePage', { html });
  };
}
