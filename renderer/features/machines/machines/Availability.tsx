import { memo } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Tooltip, VisuallyHidden } from '../../../ui/index.ts';
import { minimumObserved, type ObservedTime } from './useTimes.ts';

interface AvailabilityProps {
  readonly time: ObservedTime | undefined;
  /** Says how long the machine was observed: it differs from most. */
  readonly differs?: boolean;
  /** Only the share. */
  readonly brief?: boolean;
}

const minute = 60_000;

/** A machine's availability in the time that was observed; in the first hour only how long it has been observed. */
export const Availability = memo(function Availability(props: AvailabilityProps) {
  const { time, differs = false, brief = false } = props;
  const t = useT();
  const format = useFormat();
  const observed = time?.observed ?? 0;
  if (time === undefined || observed < minimumObserved) {
    return <Observing observed={brief ? 0 : observed} />;
  }
  if (time.available === null) {
    return <span className="text-text-faint">{t('machines.availability.none')}</span>;
  }
  const share = format.share(time.available);
  const duration = t('machines.availability.observed', { duration: format.duration(observed) });
  return (
    <Tooltip text={<Hint time={time} />}>
      <span className="relative whitespace-nowrap">
        <span className="font-medium">
          {brief ? share : t('machines.availability.up', { share })}
        </span>
        {differs && !brief ? (
          <span className="text-small text-text-soft"> · {duration}</span>
        ) : (
          <VisuallyHidden> · {duration}</VisuallyHidden>
        )}
      </span>
    </Tooltip>
  );
});

/** What is said instead of an availability that would mean nothing yet. @param observed ms; 0 says no duration */
export function Observing({ observed }: { readonly observed: number }) {
  const t = useT();
  const format = useFormat();
  const minutes = Math.floor(observed / minute);
  return (
    <span className="text-text-soft">
      {minutes === 0
        ? t('machines.availability.starting')
        : t('machines.availability.observing', { duration: format.duration(minutes * minute) })}
    </span>
  );
}

/** Rendered only on hover: a screen has hundreds. */
function Hint({ time }: { readonly time: ObservedTime }) {
  const t = useT();
  const format = useFormat();
  const share = format.share(time.available ?? 0);
  return t('machines.availability.hint', { share, duration: format.duration(time.observed) });
}
