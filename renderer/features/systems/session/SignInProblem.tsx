import type { AppErrorData, ErrorCode } from '../../../../preload/contract/errors.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { Bar, Copyable, ErrorBar } from '../../../ui/index.ts';

interface SignInProblemProps {
  readonly problem: AppErrorData;
  readonly onSettings: () => void;
  readonly onDismiss?: () => void;
}

const aboutSettings: readonly ErrorCode[] = [
  'sign-in-client-refused',
  'sign-in-id-token-missing',
  'sign-in-listener-failed',
  'sign-in-no-client',
  'sign-in-secret-missing',
];
const aboutCertificate: readonly ErrorCode[] = [
  'sign-in-no-certificate',
  'tls-client-certificate-expired',
  'tls-client-certificate-rejected',
];

/** Why signing in or renewing failed, with the most helpful button. */
export function SignInProblem({ problem, onSettings, onDismiss }: SignInProblemProps) {
  const t = useT();
  const { route, overlay, vault } = useStores();
  const { code, details } = problem;
  const leaveFor = (screen: 'certificates' | 'clients') => {
    overlay.setState({ open: null });
    route.go({ screen });
  };
  if (code === 'sign-in-cancelled') {
    return (
      <Bar tone="note" onDismiss={onDismiss}>
        <p>{t('errors.sign-in-cancelled.what')}</p>
        <p className="text-text-soft">{t('errors.sign-in-cancelled.meaning')}</p>
      </Bar>
    );
  }
  const notRegistered = code === 'sign-in-redirect-not-registered';
  const action = notRegistered
    ? { label: t('session.openClients'), onAction: () => leaveFor('clients') }
    : aboutCertificate.includes(code)
      ? { label: t('session.openCertificates'), onAction: () => leaveFor('certificates') }
      : aboutSettings.includes(code)
        ? { label: t('session.openSettings'), onAction: onSettings }
        : code === 'vault-locked'
          ? { label: t('session.unlock'), onAction: () => void vault.ask('unlock') }
          : undefined;
  return (
    <div className="flex flex-col gap-2">
      <ErrorBar error={problem} action={action} onDismiss={onDismiss} />
      {notRegistered && (
        <div>
          <p className="text-small text-text-soft">{t('session.toRegister')}</p>
          <Copyable name={t('session.redirectUrl')} value={String(details.redirectUrl)} />
        </div>
      )}
    </div>
  );
}
