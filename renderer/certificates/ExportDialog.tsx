import { type FormEvent, useId, useState } from 'react';
import type { Certificate } from '../../preload/contract/certificates.ts';
import { download } from '../app/saveFile.ts';
import { useAction } from '../app/useAction.ts';
import { useT } from '../i18n/index.ts';
import { useClient } from '../stores/index.ts';
import { Bar, Button, Copyable, Dialog, ErrorBar, PasswordField, RadioGroup } from '../ui/index.ts';

interface ExportDialogProps {
  readonly certificate: Certificate;
  readonly onClose: () => void;
}

/** Writes the PEM that `curl --cert` takes, after saying what that means. */
export function ExportDialog({ certificate, onClose }: ExportDialogProps) {
  const t = useT();
  const client = useClient();
  const form = useId();
  const [key, setKey] = useState<'encrypted' | 'plain'>('encrypted');
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [checked, setChecked] = useState(false);
  const [saved, setSaved] = useState<{ readonly path: string | null } | null>(null);
  const { busy, problem, attempt } = useAction();
  const encrypted = key === 'encrypted';
  const missing = encrypted && passphrase === '';
  const different = encrypted && passphrase !== again;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (busy || missing || different) return;
    const answer = await attempt(() =>
      client.call('certificates.exportPem', {
        id: certificate.id,
        passphrase: encrypted ? passphrase : null,
      }),
    );
    if (!answer || answer.value.kind === 'cancelled') return;
    if (answer.value.kind === 'download') download(answer.value);
    setSaved({ path: answer.value.kind === 'saved' ? answer.value.path : null });
  };

  const title = t('certificates.export.title', { name: certificate.name });
  if (saved) {
    return (
      <Dialog
        open
        size="small"
        onOpenChange={(open) => !open && onClose()}
        title={title}
        description={t(
          saved.path === null ? 'certificates.export.downloaded' : 'certificates.export.saved',
        )}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        }
      >
        {saved.path !== null && (
          <Copyable name={t('certificates.export.path')} value={saved.path} />
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={title}
      description={t('certificates.export.text')}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={form} variant={encrypted ? 'primary' : 'danger'} busy={busy}>
            {t(encrypted ? 'certificates.export.write' : 'certificates.export.writePlain')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {problem && <ErrorBar error={problem} />}
        <RadioGroup
          label={t('certificates.export.key')}
          value={key}
          onValueChange={setKey}
          options={[
            {
              value: 'encrypted',
              label: t('certificates.export.encrypted'),
              hint: t('certificates.export.encryptedHint'),
            },
            {
              value: 'plain',
              label: t('certificates.export.plain'),
              hint: t('certificates.export.plainHint'),
            },
          ]}
        />
        {encrypted ? (
          <div className="grid gap-3 sm:grid-cols-2">
            <PasswordField
              label={t('certificates.export.passphrase')}
              value={passphrase}
              onValueChange={setPassphrase}
              autoComplete="new-password"
              problem={checked && missing ? t('certificates.export.missing') : undefined}
            />
            <PasswordField
              label={t('certificates.export.again')}
              value={again}
              onValueChange={setAgain}
              autoComplete="new-password"
              problem={
                checked && !missing && different ? t('certificates.export.different') : undefined
              }
            />
          </div>
        ) : (
          <Bar tone="warning">{t('certificates.export.warning')}</Bar>
        )}
      </form>
    </Dialog>
  );
}
