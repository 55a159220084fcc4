import type { Session } from '../../../../preload/contract/systems/session.ts';
import { routes, type System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { certificateById, useFollowed, useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, ErrorBar, Facts, Select, Time } from '../../../ui/index.ts';
import { commonName } from '../certificates/index.ts';

interface RouteSectionProps {
  readonly system: System;
  readonly session: Session;
}

/** Web API authentication, and its certificate. */
export function RouteSection({ system, session }: RouteSectionProps) {
  const t = useT();
  const { client, route, overlay } = useStores();
  const { problem, attempt } = useAction();
  const certificates = useFollowed((stores) => stores.certificates);
  const certificate = certificateById(certificates, system.certificateId);
  const openCertificates = () => {
    overlay.setState({ open: null });
    route.go({ screen: 'certificates' });
  };
  return (
    <section className="flex flex-col gap-3">
      {problem && <ErrorBar error={problem} />}
      <Select
        label={t('session.route.label')}
        hint={t(`session.route.hints.${session.settings.route}`)}
        value={session.settings.route}
        options={routes.map((value) => ({ value, label: t(`session.route.${value}`) }))}
        onValueChange={(next) =>
          void attempt(() =>
            client.call('session.updateSettings', { systemId: system.id, route: next }),
          )
        }
      />
      {session.settings.route === 'token' ? null : certificate ? (
        <Facts
          items={[
            { label: t('session.certificate'), value: certificate.name },
            { label: t('session.who'), value: commonName(certificate.leaf.subject) },
            {
              label: t('session.validUntil'),
              value: <Time absolute at={Date.parse(certificate.leaf.notAfter)} />,
            },
          ]}
        />
      ) : (
        <div className="flex items-center justify-between gap-3">
          <p className="text-text-soft">{t('session.noCertificate')}</p>
          <Button size="small" onClick={openCertificates}>
            {t('session.openCertificates')}
          </Button>
        </div>
      )}
    </section>
  );
}
