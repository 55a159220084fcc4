import { memo } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Tooltip, VisuallyHidden } from '../../../ui/index.ts';
import { enough, type Told } from './useTimes.ts';

interface AvailabilityProps {
  readonly told: Told | undefined;
  /** Says how long the machine was observed: it differs from most. */
  readonly differs?: boolean;
  /** Only the share. */
  readonly brief?: boolean;
}

const minute = 60_000;

/** A machine's availability in the time that was observed; in the first hour only how long it has been observed. */
export const Availability = memo(function Availability(props: AvailabilityProps) {
  const { told, differs = false, brief = false } = props;
  const t = useT();
  const format = useFormat();
  const observed = told?.observed ?? 0;
  if (told === undefined || observed < enough) {
    const minutes = Math.floor(observed / minute);
    return (
      <span className="text-text-soft">
        {brief || minutes === 0
          ? t('machines.availability.starting')
          : t('machines.availability.observing', { duration: format.duration(minutes * minute) })}
      </span>
    );
  }
  if (told.available === null) {
    return <span className="text-text-faint">{t('machines.availability.none')}</span>;
  }
  const share = format.share(told.available);
  const duration = t('machines.availability.observed', { duration: format.duration(observed) });
  return (
    <Tooltip text={<Hint told={told} />}>
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

/** Rendered only on hover: a screen has hundreds. */
function Hint({ told }: { readonly told: Told }) {
  const t = useT();
  const format = useFormat();
  const share = format.share(told.available ?? 0);
  return t('machines.availability.hint', { share, duration: format.duration(told.observed) });
}
