import type { MachinesState } from '../../../../preload/contract/machines/machines.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Tooltip, useNow } from '../../../ui/index.ts';

/** Time of the last check and why automatic checks are paused; on hover the exact time and the next check. */
export function LastCheck({ state }: { readonly state: MachinesState }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  if (state.checking) return t('machines.checking');
  const held = state.held && t(`machines.held.${state.held}`);
  if (state.checkedAt === null) return held;
  const at = Date.parse(state.checkedAt);
  const next = state.nextCheckAt === null ? null : Date.parse(state.nextCheckAt);
  const { local, utc } = format.absolute(at);
  return (
    <Tooltip
      text={
        <span className="tabular flex flex-col">
          <span>{local}</span>
          <span>{utc}</span>
          {next !== null && (
            <span className="text-text-soft">
              {t('machines.nextCheck', { when: format.age(Math.max(next, now), now) })}
            </span>
          )}
        </span>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard */}
      <span tabIndex={0} className="tabular rounded-small">
        {/* “now” does not fit the sentence in every language */}
        {t('machines.checked', { when: format.time(Math.min(at, now - 1000), now) })}
        {held && ` · ${held}`}
      </span>
    </Tooltip>
  );
}
