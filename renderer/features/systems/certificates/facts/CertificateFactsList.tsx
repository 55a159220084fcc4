import type { CertificateFacts } from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Copyable, Facts } from '../../../../ui/index.ts';
import { fingerprintText } from './names.ts';

/** All facts of a certificate. */
export function CertificateFactsList({ facts }: { readonly facts: CertificateFacts }) {
  const t = useT();
  const format = useFormat();
  return (
    <Facts
      items={[
        { label: t('certificates.facts.subject'), value: facts.subject },
        { label: t('certificates.facts.issuer'), value: facts.issuer },
        {
          label: t('certificates.facts.validity'),
          value: t('certificates.facts.fromTo', {
            from: format.dateTime(Date.parse(facts.notBefore)),
            to: format.dateTime(Date.parse(facts.notAfter)),
          }),
        },
        {
          label: t('certificates.facts.fingerprint'),
          value: (
            <Copyable
              name={t('certificates.facts.fingerprint')}
              value={fingerprintText(facts.fingerprint)}
            />
          ),
        },
        { label: t('certificates.facts.key'), value: facts.keyType },
        {
          label: t('certificates.facts.serial'),
          value: <span className="font-mono text-mono">{facts.serialNumber}</span>,
        },
      ]}
    />
  );
}
