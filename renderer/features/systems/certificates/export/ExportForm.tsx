import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { SavedFile } from '../../../../../preload/contract/shapes.ts';
import { useT } from '../../../../i18n/index.ts';
import { download } from '../../../../kit/saveFile.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { Button, Copyable, Dialog, ErrorBar } from '../../../../ui/index.ts';

interface ExportFormProps {
  readonly title: string;
  /** What the file holds and what it is good for. */
  readonly text: string;
  readonly submitLabel: string;
  readonly danger?: boolean;
  /** False where the fields have to be mended first. */
  readonly check: () => boolean;
  /** @param confirmation that the vault's passphrase was typed again, where that was asked for */
  readonly write: (confirmation?: string) => Promise<SavedFile>;
  readonly onClose: () => void;
  /** What can be done with the file, by its path, or its name where the browser keeps it. */
  readonly after?: (file: string) => ReactNode;
  readonly children: ReactNode;
}

/** Asks how a certificate is to be written to a file, writes it, and says where it is. */
export function ExportForm(props: ExportFormProps) {
  const {
    title,
    text,
    submitLabel,
    danger = false,
    check,
    write,
    onClose,
    after,
    children,
  } = props;
  const t = useT();
  const form = useId();
  const [saved, setSaved] = useState<Extract<SavedFile, { kind: 'saved' | 'download' }> | null>(
    null,
  );
  const { busy, problem, attempt } = useAction();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !check()) return;
    const answer = await attempt(write);
    if (!answer || answer.value.kind === 'cancelled') return;
    if (answer.value.kind === 'download') download(answer.value);
    setSaved(answer.value);
  };

  if (saved) {
    return (
      <Dialog
        open
        size={after ? 'large' : 'small'}
        onClose={onClose}
        title={title}
        description={t(
          saved.kind === 'saved' ? 'certificates.export.saved' : 'certificates.export.downloaded',
        )}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        }
      >
        <div className="space-y-4">
          {saved.kind === 'saved' && (
            <Copyable name={t('certificates.export.path')} value={saved.path} />
          )}
          {after?.(saved.kind === 'saved' ? saved.path : saved.name)}
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title={title}
      description={text}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {problem && <ErrorBar error={problem} />}
        {children}
      </form>
    </Dialog>
  );
}
