import type { Session } from '../../../../preload/contract/systems/session.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { certificateById, useFollowed, useStores } from '../../../kit/index.ts';
import { Button } from '../../../ui/index.ts';
import { commonName } from '../certificates/index.ts';
import { FactRows } from './FactRows.tsx';
import { RouteSwitch } from './RouteSwitch.tsx';
import { Identity } from './SessionHeader.tsx';
import { useCertificateRow } from './useCertificateRow.ts';

interface NoProviderProps {
  readonly system: System;
  readonly session: Session;
}

/** The session with a system that has no identity provider: its certificate alone. */
export function NoProvider({ system, session }: NoProviderProps) {
  const t = useT();
  const { route, overlay } = useStores();
  const certificates = useFollowed((stores) => stores.certificates);
  const certificate = certificateById(certificates, system.certificateId);
  const certificateRow = useCertificateRow(system);
  const byCertificate = session.settings.route === 'certificate';
  return (
    <div className="flex flex-col gap-5">
      <Identity
        good={certificate !== null}
        who={certificate && commonName(certificate.leaf.subject)}
      >
        <h3 className="text-text-soft">
          {t(certificate === null ? 'session.noCertificate' : 'session.byCertificate')}
        </h3>
      </Identity>
      {!byCertificate && <RouteSwitch session={session} />}
      <FactRows
        rows={[
          ...(byCertificate
            ? [{ label: t('session.authentication'), value: t('session.route.certificate') }]
            : []),
          certificateRow,
          ...(certificate === null
            ? []
            : [
                {
                  label: t('certificates.facts.issuer'),
                  value: commonName(certificate.leaf.issuer),
                },
              ]),
        ]}
      />
      <p className="phrases text-text-soft">
        {t('session.noProvider')}{' '}
        <Button
          variant="quiet"
          size="small"
          className="text-accent-text"
          onClick={() => {
            overlay.setState({ open: null });
            route.go({ screen: 'systems', systemId: system.id });
          }}
        >
          {t('session.addProvider')}
        </Button>
      </p>
    </div>
  );
}
