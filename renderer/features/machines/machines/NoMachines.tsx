import { useT } from '../../../i18n/index.ts';
import { EmptyState, Spinner } from '../../../ui/index.ts';
import { NoCertificate } from './NoCertificate.tsx';

interface NoMachinesProps {
  /** Requests have no credentials. */
  readonly anonymous: boolean;
  /** The last check failed, which is shown above. */
  readonly failed: boolean;
  readonly checking: boolean;
  /** A check succeeded: the list is empty. */
  readonly checked: boolean;
}

/** Placeholder while there are no machines to show. */
export function NoMachines({ anonymous, failed, checking, checked }: NoMachinesProps) {
  const t = useT();
  if (failed) return anonymous && <NoCertificate />;
  if (anonymous && !checking) return <NoCertificate />;
  if (checked)
    return <EmptyState title={t('machines.none.title')}>{t('machines.none.text')}</EmptyState>;
  return (
    <div className="flex items-center justify-center gap-2 py-16 text-text-soft">
      <Spinner />
      {t('machines.firstCheck')}
    </div>
  );
}
