import { type FormEvent, useId, useState } from 'react';
import type { Certificate, ReadCertificate } from '../../preload/contract/certificates.ts';
import { useAction } from '../app/useAction.ts';
import { useT } from '../i18n/index.ts';
import { certificateById, useClient, useFollowed } from '../stores/index.ts';
import { Bar, Button, Dialog, ErrorBar, TextField } from '../ui/index.ts';
import { CertificateFactsList } from './CertificateFactsList.tsx';
import { ChainList } from './ChainList.tsx';
import { Checks } from './Checks.tsx';

interface PreviewDialogProps {
  readonly read: ReadCertificate;
  readonly replaces: Certificate | null;
  readonly onKept: (certificate: Certificate) => void;
  readonly onDiscard: () => void;
}

/** What the file holds, before it is kept. */
export function PreviewDialog({ read, replaces, onKept, onDiscard }: PreviewDialogProps) {
  const t = useT();
  const client = useClient();
  const form = useId();
  const [name, setName] = useState(replaces?.name ?? read.proposedName);
  const { busy, problem, attempt } = useAction();
  const certificates = useFollowed((stores) => stores.certificates);
  const same = certificateById(certificates, read.duplicateOf);
  const target = replaces ?? same;

  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    const kept = await attempt(() =>
      client.call('certificates.keep', {
        readId: read.readId,
        name: name.trim(),
        replaces: target?.id ?? null,
      }),
    );
    if (kept) onKept(kept.value);
  };

  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => {
        if (!open && !busy) onDiscard();
      }}
      title={t(replaces ? 'certificates.preview.replaceTitle' : 'certificates.preview.title', {
        name: replaces?.name ?? '',
      })}
      description={read.fileName}
      footer={
        <>
          <Button disabled={busy} onClick={onDiscard}>
            {t('certificates.preview.discard')}
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {t(target ? 'certificates.preview.replace' : 'certificates.preview.keep')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void keep(event)} className="flex flex-col gap-4">
        {problem && <ErrorBar error={problem} />}
        {same && !replaces && (
          <Bar tone="note">{t('certificates.preview.duplicate', { name: same.name })}</Bar>
        )}
        <TextField
          label={t('certificates.name')}
          value={name}
          onValueChange={setName}
          maxLength={100}
          problem={name.trim() === '' ? t('certificates.nameMissing') : undefined}
        />
        <Checks checks={read.checks} />
        <CertificateFactsList facts={read.leaf} />
        <ChainList title={t('certificates.chain')} list={read.chain} />
        <ChainList
          title={t('certificates.strays')}
          hint={t('certificates.straysHint')}
          list={read.strays}
        />
        {read.needsVault && (
          <p className="text-small text-text-soft">{t('certificates.preview.needsVault')}</p>
        )}
      </form>
    </Dialog>
  );
}
