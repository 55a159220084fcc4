import type { JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useNow } from '../../../../ui/index.ts';
import { hasEnded, isActive, isAnswered } from '../states.ts';

/** How many jobs of the user run and wait, and when that was told. */
export function Checked({ state }: { readonly state: JobsState }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const own = state.jobs.filter((job) => job.own || job.followed);
  const running = own.filter(isActive).length;
  const waiting = own.filter((job) => !isActive(job) && !hasEnded(job)).length;
  const times = state.machines.flatMap(({ answeredAt }) => answeredAt ?? []);
  const at = times.length === 0 ? null : Math.max(...times);
  const checking = state.machines.some((machine) => machine.checking);
  const counts = own.length > 0 || isAnswered(state);
  return (
    <span className="tabular">
      {counts &&
        t('jobs.summary', { running: format.number(running), waiting: format.number(waiting) })}
      {counts && (checking || at !== null) && ' · '}
      <span className="whitespace-nowrap">
        {checking
          ? t('jobs.checking')
          : at !== null && t('jobs.checked', { when: format.time(Math.min(at, now - 1000), now) })}
      </span>
    </span>
  );
}
