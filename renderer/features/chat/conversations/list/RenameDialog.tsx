import type { ConversationSummary } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { NameDialog } from '../../../../kit/NameDialog.tsx';

interface RenameDialogProps {
  readonly conversation: ConversationSummary;
  readonly onClose: () => void;
}

/** Gives a conversation another title. */
export function RenameDialog({ conversation: { id, title }, onClose }: RenameDialogProps) {
  const t = useT();
  const client = useClient();
  return (
    <NameDialog
      title={t('chat.renameTitle')}
      label={t('chat.titleField')}
      name={title}
      onRename={(next) => client.call('conversations.rename', { id, title: next })}
      onClose={onClose}
    />
  );
}
