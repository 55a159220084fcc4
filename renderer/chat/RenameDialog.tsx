import { useState } from 'react';
import type { ConversationSummary } from '../../preload/contract/chat.ts';
import { useProblem } from '../app/useProblem.ts';
import { useT } from '../i18n/index.ts';
import { useClient } from '../stores/index.ts';
import { Button, Dialog, ErrorBar, TextField } from '../ui/index.ts';

interface RenameDialogProps {
  readonly conversation: ConversationSummary;
  readonly onClose: () => void;
}

/** Gives a conversation another title. */
export function RenameDialog({ conversation, onClose }: RenameDialogProps) {
  const t = useT();
  const client = useClient();
  const { busy, problem, attempt } = useProblem();
  const [title, setTitle] = useState(conversation.title);
  const ready = title.trim() !== '';
  const rename = async () => {
    const done = await attempt(() => client.call('chat.rename', { id: conversation.id, title }));
    if (done) onClose();
  };
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('chat.renameTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form="rename-conversation"
            busy={busy}
            disabled={!ready}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        id="rename-conversation"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void rename();
        }}
      >
        {problem && <ErrorBar error={problem} className="mb-3" />}
        <TextField
          label={t('chat.titleField')}
          value={title}
          onValueChange={setTitle}
          maxLength={200}
        />
      </form>
    </Dialog>
  );
}
