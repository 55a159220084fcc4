import { memo } from 'react';
import { sameSince } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/useFormat.ts';
import { Tooltip } from '../buttons/Tooltip.tsx';
import { cx } from '../cx.ts';
import { useNow, useNowAs } from '../useNow.ts';

interface TimeProps {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Local date and time at once, without the relative form. */
  readonly absolute?: boolean;
  readonly className?: string;
}

/** A time as people say it; on hover and focus the local time with zone, UTC and age. */
export const Time = memo(function Time({ at, absolute = false, className }: TimeProps) {
  const format = useFormat();
  const now = useNowAs((exact) => (absolute ? at : sameSince(at, exact)));
  return (
    <Tooltip text={<AllOfIt at={at} />}>
      <time
        dateTime={new Date(at).toISOString()}
        className={cx('tabular relative whitespace-nowrap', className)}
      >
        {absolute ? format.dateTime(at) : format.time(at, now)}
      </time>
    </Tooltip>
  );
});

/** Drawn while it is looked at only: a screen has hundreds of times. */
function AllOfIt({ at }: { readonly at: number }) {
  const format = useFormat();
  const now = useNow();
  const { local, utc } = format.absolute(at);
  return (
    <span className="tabular flex flex-col">
      <span>{local}</span>
      <span>{utc}</span>
      <span className="text-text-soft">{format.age(at, now)}</span>
    </span>
  );
}
