import { useState } from 'react';
import type { Certificate } from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { NewPassphrase, useNewPassphrase } from '../../../../kit/NewPassphrase.tsx';
import { RadioGroup } from '../../../../ui/fields/RadioGroup.tsx';
import { Bar } from '../../../../ui/index.ts';
import { CertificateLines } from '../../elsewhere/index.ts';
import { ExportForm } from './ExportForm.tsx';
import { OtherCertificates } from './OtherCertificates.tsx';

interface ExportPemDialogProps {
  readonly certificate: Certificate;
  readonly onClose: () => void;
}

/** Writes the PEM for `curl --cert`, after a warning about it. */
export function ExportPemDialog({ certificate, onClose }: ExportPemDialogProps) {
  const t = useT();
  const client = useClient();
  const [key, setKey] = useState<'encrypted' | 'plain'>('encrypted');
  const secret = useNewPassphrase();
  const others = useState(false);
  const encrypted = key === 'encrypted';
  return (
    <ExportForm
      title={t('certificates.export.title', { name: certificate.name })}
      text={t('certificates.export.text')}
      submitLabel={t(encrypted ? 'certificates.export.write' : 'certificates.export.writePlain')}
      danger={!encrypted}
      check={() => !encrypted || secret.check()}
      write={(confirmation) =>
        client.call('certificates.exportPem', {
          id: certificate.id,
          confirmation,
          withOthers: others[0],
          passphrase: encrypted ? secret.passphrase : null,
        })
      }
      onClose={onClose}
      after={(file) => (
        <CertificateLines certificate={certificate} file={file} encrypted={encrypted} />
      )}
    >
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
        <NewPassphrase of={secret} label={t('certificates.export.passphrase')} />
      ) : (
        <Bar tone="warning">{t('certificates.export.warning')}</Bar>
      )}
      <OtherCertificates of={others} certificate={certificate} />
    </ExportForm>
  );
}
