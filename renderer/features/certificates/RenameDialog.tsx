import { type FormEvent, useId, useState } from 'react';
import type { Certificate } from '../../../preload/contract/certificates.ts';
import { useT } from '../../i18n/index.ts';
import { useClient } from '../../kit/index.ts';
import { useAction } from '../../kit/useAction.ts';
import { Button, Dialog, ErrorBar, TextField } from '../../ui/index.ts';

interface RenameDialogProps {
  readonly certificate: Certificate;
  readonly onClose: () => void;
}

export function RenameDialog({ certificate, onClose }: RenameDialogProps) {
  const t = useT();
  const client = useClient();
  const form = useId();
  const [name, setName] = useState(certificate.name);
  const { busy, problem, attempt } = useAction();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    const done = await attempt(() =>
      client.call('certificates.rename', { id: certificate.id, name: name.trim() }),
    );
    if (done) onClose();
  };

  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={t('certificates.rename.title')}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
        {problem && <ErrorBar error={problem} />}
        <TextField
          label={t('certificates.name')}
          value={name}
          onValueChange={setName}
          maxLength={100}
          problem={name.trim() === '' ? t('certificates.nameMissing') : undefined}
        />
      </form>
    </Dialog>
  );
}
