import type { PolicyLock } from '../../../preload/contract/settings/policy-locks.ts';
import { useT } from '../../i18n/index.ts';
import { Bar } from '../../ui/index.ts';
import { useFollowed } from '../index.ts';

/** Whether the site has locked it. Main refuses it in any case; this is for what a screen offers. */
export function useLocked(lock: PolicyLock): boolean {
  const { value } = useFollowed((stores) => stores.policy);
  return value?.locks.some((one) => one.lock === lock) ?? false;
}

/** Stands at what a policy has fixed. */
export function LockNote() {
  const t = useT();
  return <p className="phrases text-small text-text-soft">{t('frame.policy.note')}</p>;
}

/** Says that a policy of the site cannot be followed. */
export function PolicyBar() {
  const t = useT();
  const { value } = useFollowed((stores) => stores.policy);
  const broken = value?.sources.find(({ problem }) => problem !== null);
  if (broken === undefined) return null;
  return (
    <Bar tone="warning" className="m-3 mb-0">
      <p className="font-medium wrap-anywhere">
        {t('frame.policy.broken', { place: broken.place })}
      </p>
      <p className="phrases text-text-soft">{t('frame.policy.next')}</p>
    </Bar>
  );
}
