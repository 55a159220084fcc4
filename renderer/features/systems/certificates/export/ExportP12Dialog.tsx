import { useState } from 'react';
import type { Certificate } from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { NewPassphrase, useNewPassphrase } from '../../../../kit/NewPassphrase.tsx';
import { ExportForm } from './ExportForm.tsx';
import { OtherCertificates } from './OtherCertificates.tsx';

interface ExportP12DialogProps {
  readonly certificate: Certificate;
  readonly onClose: () => void;
}

/** Writes a `.p12` in a modern format: this also repairs an old file. */
export function ExportP12Dialog({ certificate, onClose }: ExportP12DialogProps) {
  const t = useT();
  const client = useClient();
  const secret = useNewPassphrase();
  const others = useState(false);
  return (
    <ExportForm
      title={t('certificates.exportP12.title', { name: certificate.name })}
      text={t('certificates.exportP12.text')}
      submitLabel={t('certificates.export.write')}
      check={secret.check}
      write={(confirmation) =>
        client.call('certificates.exportP12', {
          id: certificate.id,
          confirmation,
          withOthers: others[0],
          passphrase: secret.passphrase,
        })
      }
      onClose={onClose}
    >
      <NewPassphrase of={secret} label={t('certificates.export.passphrase')} />
      <OtherCertificates of={others} certificate={certificate} />
    </ExportForm>
  );
}
