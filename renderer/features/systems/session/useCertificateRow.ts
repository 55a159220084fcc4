import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { certificateById, useFollowed, useStores } from '../../../kit/index.ts';
import { commonName } from '../certificates/index.ts';
import type { FactRow } from './FactRows.tsx';

/** The certificate that a system's requests use, with a link to it. */
export function useCertificateRow(system: System): FactRow {
  const t = useT();
  const format = useFormat();
  const { route, overlay } = useStores();
  const certificates = useFollowed((stores) => stores.certificates);
  const certificate = certificateById(certificates, system.certificateId);
  // the person above says it already
  const isNamed = certificate !== null && certificate.name === commonName(certificate.leaf.subject);
  const open = () => {
    overlay.setState({ open: null });
    route.go({
      screen: 'certificates',
      ...(certificate === null ? {} : { certificateId: certificate.id }),
    });
  };
  return {
    label: t('session.certificate'),
    value:
      certificate === null
        ? t('session.noneChosen')
        : t(isNamed ? 'session.validUntil' : 'session.certificateChoice', {
            name: certificate.name,
            until: format.date(Date.parse(certificate.leaf.notAfter)),
          }),
    link: {
      label: t(certificate === null ? 'signIn.choose.action' : 'session.show'),
      onPress: open,
    },
  };
}
