import { useState } from 'react';
import type { Attempt } from '../../../../preload/contract/systems/session.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx';
import { Button, Dialog, ErrorBar } from '../../../ui/index.ts';
import { commonName } from '../certificates/index.ts';

interface CertificateRequestProps {
  readonly systemId: string;
  readonly request: NonNullable<Attempt['certificateRequest']>;
}

/** Lets the user choose among the operating system's certificates: the first is never taken silently. */
export function CertificateRequest({ systemId, request }: CertificateRequestProps) {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const { busy, problem, attempt } = useAction();
  const [fingerprint, setFingerprint] = useState('');
  const answer = (chosen: string | null) =>
    void attempt(() =>
      client.call('session.chooseCertificate', {
        systemId,
        requestId: request.id,
        fingerprint: chosen,
      }),
    );
  return (
    <Dialog
      open
      onClose={() => answer(null)}
      title={t('signIn.choose.title')}
      description={t('signIn.choose.text', { host: request.host })}
      footer={
        <>
          <Button onClick={() => answer(null)}>{t('signIn.choose.none')}</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={fingerprint === ''}
            onClick={() => answer(fingerprint)}
          >
            {t('signIn.choose.use')}
          </Button>
        </>
      }
    >
      {problem && <ErrorBar error={problem} className="mb-3" />}
      <RadioGroup
        label={t('session.certificate')}
        labelHidden
        value={fingerprint}
        onValueChange={setFingerprint}
        options={request.certificates.map((one) => ({
          value: one.fingerprint,
          label: commonName(one.subject),
          hint: t('signIn.choose.hint', {
            issuer: commonName(one.issuer),
            until: format.date(Date.parse(one.notAfter)),
          }),
        }))}
      />
    </Dialog>
  );
}
