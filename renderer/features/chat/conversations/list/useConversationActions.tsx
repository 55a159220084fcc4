import {
  Archive,
  ArchiveRestore,
  ClipboardCopy,
  Copy,
  FileDown,
  FileText,
  FileType,
  FolderInput,
  Pencil,
  Pin,
  PinOff,
  Printer,
  Sparkles,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type {
  ConversationSummary,
  Folder,
} from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { type MenuItem, useToasts } from '../../../../ui/index.ts';
import { useCopyConversation } from '../transfer/copyConversation.ts';
import { ExportDialog } from '../transfer/ExportDialog.tsx';
import { usePrint } from '../transfer/usePrint.tsx';
import { OrganiseDialog } from './OrganiseDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';

interface ConversationActions {
  readonly itemsFor: (conversation: ConversationSummary) => readonly MenuItem[];
  /** Carries out the menu entry with this id. */
  readonly run: (id: ActionId, conversation: ConversationSummary) => void;
  /** Whether the app itself makes PDFs; in a browser, its own dialog does. */
  readonly savesPdf: boolean;
  /** The dialog opened by an action. */
  readonly dialog: ReactNode;
}

export type ActionId =
  | 'rename'
  | 'suggest'
  | 'pin'
  | 'organise'
  | 'duplicate'
  | 'archive'
  | 'copy'
  | 'copy-text'
  | 'export'
  | 'print'
  | 'save-pdf'
  | 'delete';

const done = Promise.resolve();

/** Returns the actions on a conversation, for every menu that offers them. */
export function useConversationActions(
  folders: readonly Folder[],
  perform: (work: () => Promise<unknown>) => void,
): ConversationActions {
  const t = useT();
  const { client, route } = useStores();
  const toasts = useToasts();
  const copyConversation = useCopyConversation();
  const printing = usePrint();
  const [asked, setAsked] = useState<{
    readonly kind: 'rename' | 'organise' | 'export';
    readonly conversation: ConversationSummary;
  } | null>(null);

  const actions: Record<ActionId, (conversation: ConversationSummary) => void> = {
    rename: (conversation) => setAsked({ kind: 'rename', conversation }),
    suggest: ({ id }) => perform(() => client.call('chat.suggestTitle', { id })),
    pin: ({ id, pinned }) =>
      perform(() => client.call('conversations.organise', { id, pinned: !pinned })),
    organise: (conversation) => setAsked({ kind: 'organise', conversation }),
    duplicate: ({ id }) =>
      perform(async () => {
        const copy = await client.call('conversations.duplicate', { id });
        route.go({ screen: 'chat', conversationId: copy.id });
      }),
    archive: ({ id, archived }) =>
      perform(async () => {
        await client.call('conversations.organise', { id, archived: !archived });
        toasts.show({
          text: t(archived ? 'conversations.list.unarchived' : 'conversations.list.archived', {
            count: 1,
          }),
          undo: () => perform(() => client.call('conversations.organise', { id, archived })),
        });
      }),
    copy: (conversation) => perform(() => copyConversation(conversation, 'markdown')),
    'copy-text': (conversation) => perform(() => copyConversation(conversation, 'text')),
    export: (conversation) => setAsked({ kind: 'export', conversation }),
    print: (conversation) => perform(() => printing.print(conversation)),
    'save-pdf': (conversation) => perform(() => printing.savePdf?.(conversation) ?? done),
    delete: ({ id, title }) =>
      perform(async () => {
        await client.call('conversations.remove', { id });
        toasts.show({
          text: t('chat.removed', { title: title || t('chat.untitled') }),
          undo: () => perform(() => client.call('conversations.restore', { id })),
        });
      }),
  };
  const itemsFor = (conversation: ConversationSummary): readonly MenuItem[] => {
    const { pinned, archived, temporary, leafId, streaming } = conversation;
    const item = (id: ActionId, label: string, icon: typeof Pencil, disabled = false) => ({
      id,
      label,
      icon,
      disabled,
      onSelect: () => actions[id](conversation),
    });
    const empty = leafId === null;
    const unprintable = empty || temporary || streaming;
    return [
      item('rename', t('chat.rename'), Pencil),
      item('suggest', t('chat.suggestTitle'), Sparkles, empty || streaming),
      item('pin', t(pinned ? 'chat.unpin' : 'chat.pin'), pinned ? PinOff : Pin),
      item('organise', t('chat.organise.action'), FolderInput, temporary),
      item('duplicate', t('chat.duplicate'), Copy, streaming),
      item(
        'archive',
        t(archived ? 'chat.unarchive' : 'chat.archive'),
        archived ? ArchiveRestore : Archive,
      ),
      'separator',
      item('copy', t('conversations.transfer.copyMarkdown'), ClipboardCopy, empty),
      item('copy-text', t('conversations.transfer.copyText'), FileText, empty),
      item('export', t('conversations.transfer.export'), FileDown, temporary || streaming),
      item('print', t('conversations.transfer.print'), Printer, unprintable),
      ...(printing.savePdf
        ? [item('save-pdf', t('conversations.transfer.pdf'), FileType, unprintable)]
        : []),
      'separator',
      { ...item('delete', t('common.delete'), Trash2), danger: true },
    ];
  };
  const close = () => setAsked(null);
  const dialog =
    asked === null ? (
      printing.dialog
    ) : asked.kind === 'rename' ? (
      <RenameDialog conversation={asked.conversation} onClose={close} />
    ) : asked.kind === 'organise' ? (
      <OrganiseDialog conversation={asked.conversation} folders={folders} onClose={close} />
    ) : (
      <ExportDialog first={[asked.conversation]} onClose={close} />
    );
  return {
    itemsFor,
    run: (id, conversation) => actions[id](conversation),
    savesPdf: printing.savePdf !== null,
    dialog,
  };
}
