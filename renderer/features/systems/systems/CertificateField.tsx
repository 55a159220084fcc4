import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useFollowed } from '../../../kit/index.ts';
import { DropZone, Select } from '../../../ui/index.ts';
import { certificateFiles, commonName, ImportCertificate } from '../certificates/index.ts';

interface CertificateFieldProps {
  readonly certificateId: string | null;
  /** To import at once. */
  readonly files: readonly File[];
  readonly onChange: (certificateId: string | null) => void;
}

/** Which certificate is presented to the system: one of those imported, or one dropped here. */
export function CertificateField(props: CertificateFieldProps) {
  const { certificateId, onChange } = props;
  const t = useT();
  const list = useFollowed((stores) => stores.certificates).value?.certificates ?? [];
  const [files, setFiles] = useState<readonly File[]>(props.files);
  const drop = (
    <DropZone
      label={t('start.certificate.drop')}
      hint={list.length === 0 ? t('start.hints.certificate') : undefined}
      accept={certificateFiles}
      multiple
      onFiles={setFiles}
    />
  );
  return (
    <div className="flex flex-col gap-1.5">
      {list.length > 0 ? (
        <Select
          label={t('start.fields.certificate')}
          optional
          hint={t('start.hints.certificate')}
          value={certificateId ?? ''}
          options={[
            { value: '', label: t('start.certificate.none') },
            ...list.map(({ id, name, leaf }) => ({
              value: id,
              label: `${name} (${commonName(leaf.subject)})`,
            })),
          ]}
          onValueChange={(id) => onChange(id === '' ? null : id)}
        />
      ) : (
        <h2 className="text-small font-medium">
          {t('start.fields.certificate')}
          <span className="ml-1.5 font-normal text-text-faint">{t('common.optional')}</span>
        </h2>
      )}
      {drop}
      {files.length > 0 && (
        <ImportCertificate
          files={files}
          replaces={null}
          onKept={({ id }) => {
            setFiles([]);
            onChange(id);
          }}
          onClose={() => setFiles([])}
        />
      )}
    </div>
  );
}
