import { useId, useState } from 'react';
import type {
  ConversationSummary,
  Folder,
} from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar, Select, TextField } from '../../../../ui/index.ts';

interface OrganiseDialogProps {
  readonly conversation: ConversationSummary;
  readonly folders: readonly Folder[];
  readonly onClose: () => void;
}

const noFolder = 'none';
const newFolder = 'new';

/** Files a conversation and tags it. */
export function OrganiseDialog({ conversation, folders, onClose }: OrganiseDialogProps) {
  const t = useT();
  const client = useClient();
  const formId = useId();
  const { busy, problem, attempt } = useProblem();
  const { id, systemId } = conversation;
  const [folder, setFolder] = useState(conversation.folderId ?? noFolder);
  const [name, setName] = useState('');
  const [tags, setTags] = useState(conversation.tags.join(', '));
  const ready = folder !== newFolder || name.trim() !== '';

  const save = async () => {
    const done = await attempt(async () => {
      const folderId =
        folder === noFolder
          ? null
          : folder === newFolder
            ? (await client.call('folders.add', { systemId, name })).id
            : folder;
      const wanted = tags.split(/[,、，]/).map((tag) => tag.trim());
      await client.call('conversations.organise', {
        id,
        folderId,
        tags: [...new Set(wanted.filter((tag) => tag !== ''))],
      });
    });
    if (done) onClose();
  };
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('chat.organise.title')}
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
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void save();
        }}
      >
        {problem && <ErrorBar error={problem} />}
        <Select
          label={t('chat.organise.folder')}
          value={folder}
          options={[
            { value: noFolder, label: t('chat.organise.none') },
            ...folders.map((one) => ({ value: one.id, label: one.name })),
            { value: newFolder, label: t('chat.organise.new') },
          ]}
          onValueChange={setFolder}
        />
        {folder === newFolder && (
          <TextField
            label={t('chat.organise.folderName')}
            value={name}
            onValueChange={setName}
            maxLength={200}
          />
        )}
        <TextField
          label={t('chat.organise.tags')}
          hint={t('chat.organise.tagsHint')}
          value={tags}
          onValueChange={setTags}
          optional
        />
      </form>
    </Dialog>
  );
}
