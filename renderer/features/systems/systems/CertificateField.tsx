import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { useCertificateArrival, useCertificateForm } from '../../../kit/useArrival.ts';
import { DropZone, Select } from '../../../ui/index.ts';
import { useCovered } from '../../../ui/overlays/covers.tsx';
import { certificateFiles, commonName, ImportCertificate } from '../certificates/index.ts';

interface CertificateFieldProps {
  readonly certificateId: string | null;
  readonly onChange: (certificateId: string | null) => void;
}

/** The certificate presented to the system: an imported one, or one opened or dropped here. */
export function CertificateField(props: CertificateFieldProps) {
  const { certificateId, onChange } = props;
  const t = useT();
  const list = useFollowed((stores) => stores.certificates).value?.certificates ?? [];
  const { openedFiles } = useStores();
  const covered = useCovered();
  useCertificateForm();
  const { arrival, done } = useCertificateArrival(!covered);
  const drop = (
    <DropZone
      label={t('connect.certificate.drop')}
      hint={list.length === 0 ? t('connect.hints.certificate') : undefined}
      accept={certificateFiles}
      multiple
      onFiles={openedFiles.add}
    />
  );
  return (
    <div className="flex flex-col gap-1.5">
      {list.length > 0 ? (
        <Select
          label={t('connect.fields.certificate')}
          optional
          hint={t('connect.hints.certificate')}
          value={certificateId ?? ''}
          options={[
            { value: '', label: t('connect.certificate.none') },
            ...list.map(({ id, name, leaf }) => ({
              value: id,
              label: `${name} (${commonName(leaf.subject)})`,
            })),
          ]}
          onValueChange={(id) => onChange(id === '' ? null : id)}
        />
      ) : (
        <h2 className="text-small font-medium">
          {t('connect.fields.certificate')}
          <span className="ml-1.5 font-normal text-text-faint">{t('common.optional')}</span>
        </h2>
      )}
      {drop}
      {arrival && (
        <ImportCertificate
          key={arrival.id}
          files={arrival.files}
          problem={arrival.problem}
          replaces={null}
          onKept={({ id }) => {
            done();
            onChange(id);
          }}
          onClose={done}
        />
      )}
    </div>
  );
}
