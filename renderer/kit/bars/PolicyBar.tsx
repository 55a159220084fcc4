import type { PolicyLock } from '../../../preload/contract/settings/policy-locks.ts';
import { useT } from '../../i18n/index.ts';
import { LateTexts } from '../../i18n/late.tsx';
import { Bar } from '../../ui/index.ts';
import { useFollowed } from '../index.ts';
import { PolicyProblem } from './PolicyProblem.tsx';

/** Whether the operator has locked it. Main enforces it in any case; this only affects what a screen offers. */
export function useLocked(lock: PolicyLock): boolean {
  const { value } = useFollowed((stores) => stores.policy);
  return value?.locks.some((one) => one.lock === lock) ?? false;
}

/** Marks a setting fixed by a policy. */
export function LockNote() {
  const t = useT();
  return <p className="phrases text-small text-text-soft">{t('frame.policy.note')}</p>;
}

interface PolicyBarProps {
  /** Explains the reason right here, for example if there are no Settings yet. */
  readonly detailed?: boolean;
}

/** Lists policies that cannot be followed, and what to do. */
export function PolicyBar({ detailed = false }: PolicyBarProps) {
  const t = useT();
  const { value } = useFollowed((stores) => stores.policy);
  const broken = value?.sources.filter(({ problem }) => problem !== null) ?? [];
  // if nothing is locked, for example because the registry cannot be read, only Settings say so
  if (broken.length === 0 || value?.locks.length === 0) return null;
  return (
    <Bar tone="warning" className="m-3 mb-0">
      {broken.map(({ kind, place, problem }) => (
        <div key={`${kind} ${place}`} className="mb-1">
          <p className="font-medium wrap-anywhere">{t('frame.policy.broken', { place })}</p>
          {detailed && (
            <LateTexts>
              <p className="phrases">
                <PolicyProblem problem={problem} />
              </p>
            </LateTexts>
          )}
        </div>
      ))}
      <p className="phrases text-text-soft">
        {t('frame.policy.next')} {!detailed && t('frame.policy.inSettings')}
      </p>
    </Bar>
  );
}
