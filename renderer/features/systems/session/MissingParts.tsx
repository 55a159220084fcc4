import type { Session } from '../../../../preload/contract/systems/session.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { Bar } from '../../../ui/index.ts';

interface MissingPartsProps {
  readonly missing: Session['missing'];
  readonly onSettings: () => void;
}

/** Missing requirements of the sign-in, each with a link to it; without a provider there is no sign-in at all. */
export function MissingParts({ missing, onSettings }: MissingPartsProps) {
  const t = useT();
  const { route, overlay } = useStores();
  const openCertificates = () => {
    overlay.setState({ open: null });
    route.go({ screen: 'certificates' });
  };
  const actions = {
    'client-id': { label: t('session.enterClient'), onAction: onSettings },
    certificate: {
      label: t('session.openCertificates'),
      onAction: openCertificates,
    },
  } as const;
  return missing.map((what) =>
    what === 'identity-provider' ? null : (
      <Bar key={what} tone="note" action={actions[what]}>
        {t(`signIn.missing.${what}`)}
      </Bar>
    ),
  );
}
