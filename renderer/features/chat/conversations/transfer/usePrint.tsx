import { type ReactNode, useState } from 'react';
import type { ConversationSummary } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../../kit/index.ts';
import { download } from '../../../../kit/saveFile.ts';
import { Button, Dialog, useToasts } from '../../../../ui/index.ts';
import { usePage } from './usePage.ts';

type Chosen = Pick<ConversationSummary, 'id' | 'title'>;

interface Printing {
  readonly print: (conversation: Chosen) => Promise<void>;
  /** Null if the browser's own dialog does it. */
  readonly savePdf: ((conversation: Chosen) => Promise<void>) | null;
  readonly dialog: ReactNode;
}

/** Prints a conversation: the branch on screen, as a page made for it. */
export function usePrint(): Printing {
  const t = useT();
  const { client, info } = useStores();
  const toasts = useToasts();
  const pageOf = usePage();
  const host = useFollowed(() => info).value?.host;
  const [waiting, setWaiting] = useState<string | null>(null);

  const put = async (conversation: Chosen, to: 'printer' | 'pdf'): Promise<void> => {
    const html = await pageOf([conversation]);
    const done = await client.call('conversations.print', {
      html,
      to,
      title: conversation.title.slice(0, 200),
    });
    if (done.kind === 'saved') {
      toasts.show({ text: t('conversations.transfer.pdfSaved', { path: done.path }) });
    } else if (done.kind === 'download') download(done);
    // a browser opens a tab only shortly after a click, and a long page takes longer
    else if (done.kind === 'opens' && navigator.userActivation?.isActive) openPage(done.path);
    else if (done.kind === 'opens') setWaiting(done.path);
  };
  const close = () => setWaiting(null);
  const dialog =
    waiting === null ? null : (
      <Dialog
        open
        size="small"
        onClose={close}
        title={t('conversations.transfer.pageReady')}
        footer={
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button
              variant="primary"
              onClick={() => {
                openPage(waiting);
                close();
              }}
            >
              {t('conversations.transfer.openPage')}
            </Button>
          </>
        }
      >
        <p>{t('conversations.transfer.pageReadyText')}</p>
      </Dialog>
    );
  return {
    print: (conversation) => put(conversation, 'printer'),
    savePdf: host === 'electron' ? (conversation) => put(conversation, 'pdf') : null,
    dialog,
  };
}

function openPage(path: string): void {
  window.open(path, '_blank', 'noopener,noreferrer');
}
