import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { ExpiryReminders } from '../../systems/certificates/index.ts';

/** Says when the certificate in use expires. */
export function Expiry(props: {
  readonly certificateId: string | null | undefined;
  /** Why the check failed. */
  readonly problem: AppErrorData | null;
}) {
  const { certificateId, problem } = props;
  const t = useT();
  const { route } = useStores();
  const certificates = useFollowed((stores) => stores.certificates).value?.certificates ?? [];
  // that it has expired is said once, by the failed check
  if (problem?.code === 'tls-client-certificate-expired') return null;
  const due = certificates.filter(({ id, reminder }) => id === certificateId && reminder !== null);
  if (due.length === 0) return null;
  return (
    <ExpiryReminders
      className="px-6 pb-3"
      certificates={due}
      actionLabel={t('machines.fix.certificates')}
      onAction={() => route.go({ screen: 'certificates' })}
    />
  );
}
