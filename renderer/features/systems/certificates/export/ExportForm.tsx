import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { SavedFile } from '../../../../../preload/contract/shapes.ts';
import { useT } from '../../../../i18n/index.ts';
import { download } from '../../../../kit/saveFile.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { Button, Copyable, Dialog, ErrorBar } from '../../../../ui/index.ts';

interface ExportFormProps {
  readonly title: string;
  /** Content and purpose of the file. */
  readonly text: string;
  readonly submitLabel: string;
  readonly danger?: boolean;
  /** False if the fields have errors. */
  readonly check: () => boolean;
  /** @param confirmation proof that the vault's passphrase was typed again, if required */
  readonly write: (confirmation?: string) => Promise<SavedFile>;
  readonly onClose: () => void;
  /** Uses of the file, by its path, or its name in a browser. */
  readonly after?: (file: string) => ReactNode;
  readonly children: ReactNode;
}

/** Asks for export options, writes a certificate to a file, and shows its location. */
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
