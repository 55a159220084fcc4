import type { ConversationSummary } from '../../../../../preload/contract/chat/conversation.ts';
import { download as fetchFile } from '../../../../attachments/index.ts';
import { useLanguage, useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useStores } from '../../../../kit/index.ts';
import { useLineBreaks } from '../../../../kit/useLineBreaks.ts';
import { drawnForPaper, useLabels } from '../../../../markdown/index.ts';
import { branchOf } from './copyConversation.ts';
import { type PrintedConversation, pageOf } from './printedPage.ts';

/**
 * Returns a function that renders conversations as an HTML page, for reading and printing. @throws AppError
 * `export-too-large`
 */
export function usePage() {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const words = useLabels();
  const breaks = useLineBreaks();
  const { client } = useStores();
  return async (chosen: readonly Pick<ConversationSummary, 'id' | 'title'>[]): Promise<string> => {
    const conversations: PrintedConversation[] = [];
    for (const { id, title } of chosen) {
      conversations.push({ title, messages: await branchOf(client, id) });
    }
    return pageOf(conversations, {
      language,
      draw: (markdown) => drawnForPaper(markdown, { words, breaks }),
      read: ({ file, name }) => fetchFile(client, file.hash, name),
      time: (at) => format.dateTime(Date.parse(at)),
      words: {
        you: t('conversations.transfer.you'),
        model: t('conversations.search.assistant'),
        edited: (model) => t('conversations.transfer.edited', { model }),
        untitled: t('chat.untitled'),
        reasoning: t('conversations.transfer.page.reasoning'),
        calls: (name) => t('conversations.transfer.page.call', { name }),
        attached: (name) => t('conversations.transfer.page.attached', { name }),
        imageLeftOut: (name) => t('conversations.transfer.page.imageLeftOut', { name }),
      },
    });
  };
}
