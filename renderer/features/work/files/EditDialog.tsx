import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, Dialog, ErrorBar, TextArea, useDiscard } from '../../../ui/index.ts';

interface EditDialogProps {
  readonly place: { readonly systemId: string; readonly machine: string; readonly path: string };
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the file as it was read. */
  readonly hash: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Edits a small text. It is saved only over the content that was read. */
export function EditDialog({ place, name, text, hash, onSaved, onClose }: EditDialogProps) {
  const t = useT();
  const { client } = useStores();
  const { busy, problem, attempt } = useAction();
  // A text field has line feeds only.
  const [isWindows] = useState(() => text.includes('\r\n'));
  const before = text.replaceAll('\r\n', '\n');
  const [edited, setEdited] = useState(before);
  const { leave, question } = useDiscard(edited !== before);
  const save = async () => {
    const written = isWindows ? edited.replaceAll('\n', '\r\n') : edited;
    const done = await attempt(() =>
      client.call('files.saveText', { ...place, text: written, hash }),
    );
    if (done === null) return;
    onSaved();
    onClose();
  };
  return (
    <Dialog
      open
      size="large"
      busy={busy}
      onClose={() => leave(onClose)}
      title={t('files.edit.title', { name })}
      description={t('files.edit.text')}
      footer={
        <>
          <Button disabled={busy} onClick={() => leave(onClose)}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={edited === before}
            onClick={() => void save()}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      {problem && <ErrorBar error={problem} className="mb-3" />}
      <TextArea
        label={t('files.edit.content')}
        mono
        rows={16}
        value={edited}
        onValueChange={setEdited}
      />
      {question}
    </Dialog>
  );
}
