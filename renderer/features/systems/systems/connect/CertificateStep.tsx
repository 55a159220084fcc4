import { BadgeCheck, FileKey2, LockKeyhole } from 'lucide-react';
import type { Certificate } from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useFollowed, useStores } from '../../../../kit/index.ts';
import type { Arrival } from '../../../../kit/useArrival.ts';
import { Button, DropZone } from '../../../../ui/index.ts';
import {
  certificateFiles,
  commonName,
  ImportCertificate,
  useFilePicker,
} from '../../certificates/index.ts';
import { FileCard } from './FileCard.tsx';

interface CertificateStepProps {
  /** The file being imported; null for none. */
  readonly arrival: Arrival | null;
  /** The import has ended without a certificate. */
  readonly onDone: () => void;
  readonly onChosen: (certificateId: string) => void;
}

/** Opens the certificate file, or offers a certificate that was imported before. */
export function CertificateStep({ arrival, onDone, onChosen }: CertificateStepProps) {
  const t = useT();
  const format = useFormat();
  const { openedFiles } = useStores();
  const list = useFollowed((stores) => stores.certificates).value?.certificates ?? [];
  const { choose, input } = useFilePicker(certificateFiles, (files) => {
    onDone();
    openedFiles.add(files);
  });
  if (arrival !== null) {
    const size = arrival.files.reduce((sum, file) => sum + file.size, 0);
    return (
      <>
        <FileCard
          icon={FileKey2}
          title={arrival.files.map(({ name }) => name).join(t('certificates.separator'))}
          text={format.bytes(size)}
          action={
            <Button size="small" onClick={choose}>
              {t('connect.certificate.changeFile')}
            </Button>
          }
        >
          <ImportCertificate
            key={arrival.id}
            frame="card"
            files={arrival.files}
            problem={arrival.problem}
            replaces={null}
            onKept={({ id }) => onChosen(id)}
            onClose={onDone}
          />
        </FileCard>
        {input}
        <p className="mt-3 flex items-start gap-2 text-small text-text-soft">
          <LockKeyhole size={13} aria-hidden className="mt-0.5 shrink-0" />
          <span className="phrases">{t('connect.certificate.nothingSaved')}</span>
        </p>
      </>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {list.map((certificate) => (
        <FileCard
          key={certificate.id}
          icon={BadgeCheck}
          title={certificate.name}
          text={<Owner certificate={certificate} />}
          action={
            <Button size="small" onClick={() => onChosen(certificate.id)}>
              {t('connect.certificate.use')}
            </Button>
          }
        />
      ))}
      <DropZone
        label={t('connect.certificate.drop')}
        hint={t('connect.hints.certificate')}
        accept={certificateFiles}
        multiple
        onFiles={openedFiles.add}
      />
    </div>
  );
}

/** Owner, issuer and end of a certificate in one line. */
export function Owner({ certificate }: { readonly certificate: Certificate }) {
  const t = useT();
  const format = useFormat();
  const { subject, issuer, notAfter } = certificate.leaf;
  return t('connect.certificate.owner', {
    owner: commonName(subject),
    issuer: commonName(issuer),
    date: format.date(Date.parse(notAfter)),
  });
}
