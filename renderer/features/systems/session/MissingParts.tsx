import type { Session } from '../../../../preload/contract/systems/session.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { Bar } from '../../../ui/index.ts';

interface MissingPartsProps {
  readonly missing: Session['missing'];
  readonly systemId: string;
  readonly onSettings: () => void;
}

/** Missing requirements of the sign-in, each with a link to it. */
export function MissingParts({ missing, systemId, onSettings }: MissingPartsProps) {
  const t = useT();
  const { route, overlay } = useStores();
  const leaveFor = (to: Parameters<typeof route.go>[0]) => {
    overlay.setState({ open: null });
    route.go(to);
  };
  const actions = {
    'identity-provider': {
      label: t('session.editSystem'),
      onAction: () => leaveFor({ screen: 'systems', systemId }),
    },
    'client-id': { label: t('session.enterClient'), onAction: onSettings },
    certificate: {
      label: t('session.openCertificates'),
      onAction: () => leaveFor({ screen: 'certificates' }),
    },
  } as const;
  return missing.map((what) => (
    <Bar key={what} tone="note" action={actions[what]}>
      {t(`session.missing.${what}`)}
    </Bar>
  ));
}
