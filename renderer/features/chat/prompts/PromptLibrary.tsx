import { Download, Plus, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { download } from '../../../kit/saveFile.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { useTrouble } from '../../../kit/useTrouble.ts';
import { Button, Dialog, ErrorBar, useToasts } from '../../../ui/index.ts';
import { FillForm } from './FillForm.tsx';
import { PromptForm } from './PromptForm.tsx';
import { PromptList } from './PromptList.tsx';
import { variablesOf } from './variables.ts';

interface PromptLibraryProps {
  /** A prompt to insert at once: only its variables are asked for. */
  readonly begin?: Prompt;
  readonly onInsert: (text: string) => void;
  readonly onClose: () => void;
}

type View =
  | { readonly kind: 'list' }
  | { readonly kind: 'edit'; readonly prompt: Prompt | null }
  | { readonly kind: 'fill'; readonly prompt: Prompt };

/** Prompts for starting messages: find, insert, write, change, delete, export and import. */
export default function PromptLibrary({ begin, onInsert, onClose }: PromptLibraryProps) {
  const t = useT();
  const { value: prompts, problem: lost } = useResource('prompts', undefined);
  const { busy, problem, remove, exportAll, importFile } = useChanges();
  const { trouble, dismiss } = useTrouble(problem, lost);
  const [view, setView] = useState<View>(
    begin === undefined ? { kind: 'list' } : { kind: 'fill', prompt: begin },
  );
  const [wanted, setWanted] = useState('');
  const all = prompts ?? [];
  const folders = [...new Set(all.map(({ folder }) => folder))];
  const back = () => (begin === undefined ? setView({ kind: 'list' }) : onClose());

  const insert = (text: string) => {
    onClose();
    onInsert(text);
  };
  const choose = (prompt: Prompt) => {
    if (variablesOf(prompt.text).length === 0) insert(prompt.text);
    else setView({ kind: 'fill', prompt });
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
          <ListActions
            busy={busy}
            empty={all.length === 0}
            onImport={(file) => void importFile(file)}
            onExport={() => void exportAll()}
            onNew={() => setView({ kind: 'edit', prompt: null })}
          />
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
        <PromptList
          prompts={prompts}
          folders={folders}
          wanted={wanted}
          onWanted={setWanted}
          onInsert={choose}
          onEdit={(prompt) => setView({ kind: 'edit', prompt })}
          onRemove={(prompt) => void remove(prompt)}
        />
      )}
    </Dialog>
  );
}

/** Deletes a prompt, and exports and imports prompts. */
function useChanges() {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { busy, problem, attempt } = useProblem();
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
  const importFile = async (file: File) => {
    const taken = await attempt(async () =>
      client.call('prompts.importFile', { bytes: new Uint8Array(await file.arrayBuffer()) }),
    );
    if (taken === null) return;
    const { added, known } = taken.value;
    toasts.show({ text: t('prompts.imported', { count: added, known }) });
  };
  return { busy, problem, remove, exportAll, importFile };
}

function ListActions(props: {
  readonly busy: boolean;
  /** There are no prompts at all. */
  readonly empty: boolean;
  readonly onImport: (file: File) => void;
  readonly onExport: () => void;
  readonly onNew: () => void;
}) {
  const { busy, empty, onImport, onExport, onNew } = props;
  const t = useT();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) onImport(file);
        }}
      />
      <Button icon={Upload} busy={busy} onClick={() => chooser.current?.click()}>
        {t('prompts.import')}
      </Button>
      <Button icon={Download} disabled={empty} onClick={onExport}>
        {t('prompts.export')}
      </Button>
      <Button icon={Plus} variant="primary" onClick={onNew}>
        {t('prompts.new')}
      </Button>
    </>
  );
}
