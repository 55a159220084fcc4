import { type FormEvent, useId, useState } from 'react';
import type {
  Certificate,
  ReadCertificate,
} from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import { certificateById, useClient, useFollowed } from '../../../../kit/index.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { Bar, Button, Dialog, ErrorBar, TextField } from '../../../../ui/index.ts';
import { CertificateFactsList } from '../facts/CertificateFactsList.tsx';
import { ChainList } from '../facts/ChainList.tsx';
import { Checks } from '../facts/Checks.tsx';
import { KeyChoices } from './KeyChoices.tsx';

interface PreviewDialogProps {
  readonly read: ReadCertificate;
  readonly replaces: Certificate | null;
  readonly onKept: (certificate: Certificate) => void;
  readonly onDiscard: () => void;
  /** Reads the file again with another passphrase. */
  readonly onPassphrase: () => void;
}

/** Shows the file's content before it is stored. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { replaces, onKept, onDiscard, onPassphrase } = props;
  const t = useT();
  const client = useClient();
  const form = useId();
  const [read, setRead] = useState(props.read);
  const [name, setName] = useState(read.proposedName);
  const { busy, problem, attempt } = useAction();
  const certificates = useFollowed((stores) => stores.certificates);
  const same = certificateById(certificates, read.duplicateOf);
  const target = replaces ?? same;
  const expired = read.checks.some(({ code }) => code === 'expired');

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

  const choose = async (keyIndex: number) => {
    if (busy) return;
    const other = await attempt(() =>
      client.call('certificates.chooseKey', { readId: read.readId, keyIndex }),
    );
    if (!other) return;
    if (name === read.proposedName) setName(other.value.proposedName);
    setRead(other.value);
  };

  return (
    <Dialog
      open
      size="large"
      busy={busy}
      onClose={onDiscard}
      title={t(replaces ? 'certificates.preview.replaceTitle' : 'certificates.preview.title', {
        name: replaces?.name ?? '',
      })}
      description={read.fileName}
      footer={
        <>
          <Button
            variant={expired ? 'primary' : 'plain'}
            className={expired ? 'order-last' : undefined}
            disabled={busy}
            onClick={onDiscard}
          >
            {t('certificates.preview.discard')}
          </Button>
          <Button type="submit" form={form} variant={expired ? 'plain' : 'primary'} busy={busy}>
            {t(target ? 'certificates.preview.replace' : 'certificates.preview.keep')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void keep(event)} className="flex flex-col gap-4">
        {problem && <ErrorBar error={problem} />}
        {read.keys.length > 1 && (
          <KeyChoices
            keys={read.keys}
            keyIndex={read.keyIndex}
            disabled={busy}
            onChoose={(keyIndex) => void choose(keyIndex)}
            onPassphrase={onPassphrase}
          />
        )}
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
          title={t('certificates.others')}
          hint={t('certificates.othersHint')}
          list={read.strays}
        />
        {read.needsVault && (
          <p className="text-small text-text-soft">{t('certificates.preview.needsVault')}</p>
        )}
      </form>
    </Dialog>
  );
}
