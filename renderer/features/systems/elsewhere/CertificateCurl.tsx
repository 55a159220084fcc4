import { certificateFileName } from '../../../../common/texts/certificate-file.ts';
import { withoutTrailingSlashes } from '../../../../common/texts/trim.ts';
import type { Certificate } from '../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useSystem } from '../../../kit/index.ts';
import { Code } from './Code.tsx';
import { statusSnippet } from './statusSnippets.ts';

interface CertificateCurlProps {
  readonly certificate: Certificate;
  readonly className?: string;
}

/** The curl command that calls a system with the exported certificate; nothing if no system uses it. */
export function CertificateCurl({ certificate, className }: CertificateCurlProps) {
  const t = useT();
  const present = useSystem();
  const systems = useFollowed((stores) => stores.systems).value?.systems ?? [];
  const users = systems.filter(
    ({ id, webApiUrl, route }) =>
      certificate.usedBy.includes(id) && webApiUrl !== '' && route !== 'token',
  );
  const system = users.find(({ id }) => id === present?.id) ?? users[0];
  if (system === undefined) return null;
  const ownAuthorities = system.authorities.length > 0;
  const file = `${certificateFileName(certificate.name)}.pem`;
  const text = statusSnippet('curl', 'bash', {
    url: `${withoutTrailingSlashes(system.webApiUrl)}/status/`,
    file,
    encrypted: false,
    ownAuthorities,
  });
  return (
    <section className={className}>
      <Code name={t('elsewhere.certificate.curl')} text={text} />
      <p className="phrases mt-1 text-small text-text-soft">
        {t(
          ownAuthorities
            ? 'elsewhere.certificate.curlWithAuthorities'
            : 'elsewhere.certificate.curlHint',
          { file },
        )}
      </p>
    </section>
  );
}
