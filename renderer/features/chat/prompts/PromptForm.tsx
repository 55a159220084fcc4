import { useId, useState } from 'react';
import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, ErrorBar, TextArea, TextField } from '../../../ui/index.ts';
import { variablesOf } from './variables.ts';

interface PromptFormProps {
  /** Null for a new one. */
  readonly prompt: Prompt | null;
  readonly folders: readonly string[];
  readonly onDone: () => void;
}

/** Name, folder, tags and text of a prompt. */
export function PromptForm({ prompt, folders, onDone }: PromptFormProps) {
  const t = useT();
  const client = useClient();
  const listId = useId();
  const { busy, problem, attempt } = useProblem();
  const [name, setName] = useState(prompt?.name ?? '');
  const [text, setText] = useState(prompt?.text ?? '');
  const [folder, setFolder] = useState(prompt?.folder ?? '');
  const [tags, setTags] = useState(prompt?.tags.join(', ') ?? '');
  const ready = name.trim() !== '' && text.trim() !== '';
  const variables = variablesOf(text);
  const save = async () => {
    const kept = tags
      .split(/[,、，]/)
      .map((tag) => tag.trim().replace(/^#/, ''))
      .filter((tag) => tag !== '');
    const saved = await attempt(() =>
      client.call('prompts.save', { id: prompt?.id ?? null, name, text, folder, tags: kept }),
    );
    if (saved !== null) onDone();
  };
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) void save();
      }}
    >
      {problem && <ErrorBar error={problem} />}
      <TextField
        autoFocus
        label={t('prompts.name')}
        value={name}
        onValueChange={setName}
        maxLength={200}
      />
      <TextArea
        label={t('prompts.textField')}
        hint={t('prompts.textHint', { plain: '{{name}}', withDefault: '{{name=default}}' })}
        rows={6}
        value={text}
        onValueChange={setText}
        {...(variables.length === 0
          ? {}
          : {
              status: {
                kind: 'note' as const,
                text: t('prompts.asksFor', { names: variables.map((one) => one.name).join(', ') }),
              },
            })}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          optional
          label={t('prompts.folder')}
          value={folder}
          onValueChange={setFolder}
          maxLength={100}
          list={listId}
        />
        <TextField
          optional
          label={t('prompts.tags')}
          hint={t('chat.organise.tagsHint')}
          value={tags}
          onValueChange={setTags}
        />
        <datalist id={listId}>
          {folders.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
