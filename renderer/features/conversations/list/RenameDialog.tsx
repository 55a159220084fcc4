import { useId, useState } from 'react';
import type { ConversationSummary } from '../../../../preload/contract/conversation.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar, TextField } from '../../../ui/index.ts';

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly name: string;
  readonly onRename: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for another name. */
export function NameDialog({ title, label, name: before, onRename, onClose }: NameDialogProps) {
  const t = useT();
  const formId = useId();
  const { busy, problem, attempt } = useProblem();
  const [name, setName] = useState(before);
  const ready = name.trim() !== '';
  const rename = async () => {
    if (await attempt(() => onRename(name))) onClose();
  };
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy} disabled={!ready}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void rename();
        }}
      >
        {problem && <ErrorBar error={problem} className="mb-3" />}
        <TextField label={label} value={name} onValueChange={setName} maxLength={200} />
      </form>
    </Dialog>
  );
}

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
