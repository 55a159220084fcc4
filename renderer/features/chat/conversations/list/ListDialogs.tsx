import type { ConversationSummary } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { NameDialog } from '../../../../kit/NameDialog.tsx';
import { ExportDialog } from '../transfer/ExportDialog.tsx';
import { ImportDialog } from '../transfer/ImportDialog.tsx';

/** Dialogs that the list can open. */
export type ListDialog = 'folder' | 'import' | 'export' | 'export-all';

interface ListDialogsProps {
  readonly systemId: string;
  readonly asked: ListDialog | null;
  /** A file dropped for import. */
  readonly dropped: File | null;
  readonly chosen: readonly ConversationSummary[];
  readonly onClose: () => void;
  readonly onExported: () => void;
}

/** A new folder, import and export. */
export function ListDialogs(props: ListDialogsProps) {
  const { systemId, asked, dropped, chosen, onClose, onExported } = props;
  const t = useT();
  const { client } = useStores();
  if (asked === 'folder') {
    return (
      <NameDialog
        title={t('conversations.list.newFolderTitle')}
        label={t('chat.organise.folderName')}
        name=""
        onRename={(name) => client.call('folders.add', { systemId, name })}
        onClose={onClose}
      />
    );
  }
  if (asked === 'import') {
    return <ImportDialog systemId={systemId} dropped={dropped} onClose={onClose} />;
  }
  if (asked === null) return null;
  return <ExportDialog first={asked === 'export' ? chosen : []} onClose={onExported} />;
}
