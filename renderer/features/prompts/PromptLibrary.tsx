import { Download, Plus, Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import type { Prompt } from '../../../preload/contract/prompts.ts';
import { useT } from '../../i18n/index.ts';
import { useClient } from '../../kit/index.ts';
import { download } from '../../kit/saveFile.ts';
import { useProblem } from '../../kit/useProblem.ts';
import { useResource } from '../../kit/useResource.ts';
import { useTrouble } from '../../kit/useTrouble.ts';
import { Button, Dialog, ErrorBar, TextField, useToasts } from '../../ui/index.ts';
import { FillForm } from './FillForm.tsx';
import { PromptForm } from './PromptForm.tsx';
import { PromptRow } from './PromptRow.tsx';
import { findPrompts } from './search.ts';
import { variablesOf } from './variables.ts';

interface PromptLibraryProps {
  /** A prompt to insert at once: only what it leaves open is asked for. */
  readonly begin?: Prompt;
  readonly onInsert: (text: string) => void;
  readonly onClose: () => void;
}

type View =
  | { readonly kind: 'list' }
  | { readonly kind: 'edit'; readonly prompt: Prompt | null }
  | { readonly kind: 'fill'; readonly prompt: Prompt };

/** Prompts to begin messages with: find, insert, write, change, remove, take out and in. */
export default function PromptLibrary({ begin, onInsert, onClose }: PromptLibraryProps) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { value: prompts, problem: lost } = useResource('prompts', undefined);
  const { busy, problem, attempt } = useProblem();
  const { trouble, dismiss } = useTrouble(problem, lost);
  const [view, setView] = useState<View>(
    begin === undefined ? { kind: 'list' } : { kind: 'fill', prompt: begin },
  );
  const [wanted, setWanted] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const all = prompts ?? [];
  const folders = [...new Set(all.map(({ folder }) => folder))];
  const found = findPrompts(all, wanted);
  const back = () => (begin === undefined ? setView({ kind: 'list' }) : onClose());

  const insert = (text: string) => {
    onClose();
    onInsert(text);
  };
  const choose = (prompt: Prompt) => {
    if (variablesOf(prompt.text).length === 0) insert(prompt.text);
    else setView({ kind: 'fill', prompt });
  };
  const remove = async (prompt: Prompt) => {
    const removed = await attempt(() => client.call('prompts.remove', { id: prompt.id }));
    if (removed === null) return;
    const { updatedAt: _, ...whole } = prompt;
    toasts.show({
      text: t('prompts.removed', { name: prompt.name }),
      undo: () => void attempt(() => client.call('prompts.save', whole)),
    });
  };
  const exportAll = () =>
    attempt(async () => {
      const saved = await client.call('prompts.exportFile', {});
      if (saved.kind === 'download') download(saved);
    });
  const importFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file === undefined) return;
    const taken = await attempt(async () =>
      client.call('prompts.importFile', { bytes: new Uint8Array(await file.arrayBuffer()) }),
    );
    if (taken === null) return;
    const { added, known } = taken.value;
    toasts.show({ text: t('prompts.imported', { count: added, known }) });
  };

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={
        view.kind === 'fill'
          ? view.prompt.name
          : view.kind === 'edit'
            ? t(view.prompt === null ? 'prompts.new' : 'prompts.edit')
            : t('prompts.title')
      }
      description={view.kind === 'list' ? t('prompts.text') : undefined}
      footer={
        view.kind === 'list' && (
          <>
            <input
              ref={chooser}
              type="file"
              accept=".json,application/json"
              hidden
              onChange={(event) => void importFile(event)}
            />
            <Button icon={Upload} busy={busy} onClick={() => chooser.current?.click()}>
              {t('prompts.import')}
            </Button>
            <Button icon={Download} disabled={all.length === 0} onClick={() => void exportAll()}>
              {t('prompts.export')}
            </Button>
            <Button
              icon={Plus}
              variant="primary"
              onClick={() => setView({ kind: 'edit', prompt: null })}
            >
              {t('prompts.new')}
            </Button>
          </>
        )
      }
    >
      {trouble && <ErrorBar error={trouble} className="mb-3" onDismiss={dismiss} />}
      {view.kind === 'edit' && <PromptForm prompt={view.prompt} folders={folders} onDone={back} />}
      {view.kind === 'fill' && (
        <FillForm
          prompt={view.prompt}
          variables={variablesOf(view.prompt.text)}
          onInsert={insert}
          onCancel={back}
        />
      )}
      {view.kind === 'list' && (
        <div className="space-y-3">
          {all.length > 0 && (
            <TextField
              type="search"
              label={t('prompts.search')}
              labelHidden
              placeholder={t('prompts.search')}
              value={wanted}
              onValueChange={setWanted}
            />
          )}
          {prompts !== null && found.length === 0 && (
            <p className="phrases py-10 text-center text-text-soft">
              {all.length === 0 ? t('prompts.empty') : t('prompts.nothing', { text: wanted })}
            </p>
          )}
          {folders
            .filter((folder) => found.some((one) => one.folder === folder))
            .map((folder) => (
              <section key={folder} aria-label={folder || t('prompts.noFolder')}>
                {folders.length > 1 && (
                  <h3 dir="auto" className="pb-1 text-small font-medium text-text-soft">
                    {folder || t('prompts.noFolder')}
                  </h3>
                )}
                <ul className="divide-y divide-line border-line border-y">
                  {found
                    .filter((one) => one.folder === folder)
                    .map((prompt) => (
                      <PromptRow
                        key={prompt.id}
                        prompt={prompt}
                        onInsert={() => choose(prompt)}
                        onEdit={() => setView({ kind: 'edit', prompt })}
                        onRemove={() => void remove(prompt)}
                      />
                    ))}
                </ul>
              </section>
            ))}
        </div>
      )}
    </Dialog>
  );
}
