import { memo } from 'react';
import type { ResourceValue } from '../../../../preload/contract/index.ts';
import type { BarCell } from '../../../../preload/contract/machines/machine-history.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Tooltip } from '../../../ui/index.ts';
import { sumOf } from './sums.ts';

/** Availability of one machine over a span. */
export interface Told {
  /** Time up as a share of the observed time in which it was up, degraded or down; null without any. */
  readonly available: number | null;
  /** Observed time, ms, and as a share of the span so far. */
  readonly observed: number;
  readonly share: number;
}

/** Time up as a share of the observed time in which it was up, degraded or down; null without any. */
export function availableShare({ up = 0, degraded = 0, down = 0 }: BarCell['time']): number | null {
  const counted = up + degraded + down;
  return counted === 0 ? null : up / counted;
}

/**
 * Maintenance, planned or reported by the machine, and unknown raw values count neither for a machine nor against it.
 */
export function toldOf(
  value: ResourceValue<'machineHistory.availability'> | null,
  keyOf: (machine: { readonly name: string; readonly nth: number }) => string,
): ReadonlyMap<string, Told> {
  if (value === null) return new Map();
  const lasted = Math.max(1, Math.min(value.to, Date.now()) - value.from);
  return new Map(
    value.machines.map((machine) => {
      const { up = 0, degraded = 0, down = 0, maintenance = 0, unknown = 0 } = machine.time;
      const observed = up + degraded + down + maintenance + unknown;
      const available = availableShare(machine.aside ? sumOf([machine]) : machine.time);
      return [keyOf(machine), { available, observed, share: Math.min(1, observed / lasted) }];
    }),
  );
}

/** A machine's availability over the observed time, and the observed share of the span. */
export const Availability = memo(function Availability(props: { readonly told: Told | undefined }) {
  const { told } = props;
  const t = useT();
  const format = useFormat();
  if (told === undefined || told.available === null) {
    return <span className="text-text-faint">{t('machines.availability.none')}</span>;
  }
  return (
    <Tooltip text={<Hint told={told} />}>
      <span className="relative whitespace-nowrap">
        <span>{format.share(told.available)}</span>
        <span className="ml-1.5 text-small text-text-soft">
          {t('machines.availability.of', { share: format.percent(told.share) })}
        </span>
      </span>
    </Tooltip>
  );
});

/** Rendered only on hover: a screen has hundreds. */
function Hint({ told }: { readonly told: Told }) {
  const t = useT();
  const format = useFormat();
  const [duration, share] = [format.duration(told.observed), format.percent(told.share)];
  return t('machines.availability.hint', { duration, share });
}
