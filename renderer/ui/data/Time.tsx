import { memo } from 'react';
import { sameSince } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/useFormat.ts';
import { Tooltip } from '../buttons/Tooltip.tsx';
import { cx } from '../cx.ts';
import { useNow, useNowAs } from '../useNow.ts';

interface TimeProps {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Shows local date and time, without the relative form. */
  readonly absolute?: boolean;
  /** Relative beyond a day too: `12 days ago`. */
  readonly age?: boolean;
  /** No seconds: each would cause a layout, even off screen. */
  readonly calm?: boolean;
  readonly className?: string;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** A relative time; on hover and focus the local time with zone, UTC and age. */
export const Time = memo(function Time(props: TimeProps) {
  const { at, absolute = false, age = false, calm = false, className } = props;
  const format = useFormat();
  const now = useNowAs((exact) => {
    if (absolute || (calm && Math.abs(at - exact) < minute)) return at;
    if (age && Math.abs(at - exact) >= day) return at - Math.trunc((at - exact) / day) * day;
    return sameSince(at, exact);
  });
  return (
    <Tooltip text={<AllOfIt at={at} />}>
      <time
        dateTime={new Date(at).toISOString()}
        className={cx('tabular relative whitespace-nowrap', className)}
      >
        {absolute ? format.dateTime(at) : age ? format.age(at, now) : format.time(at, now)}
      </time>
    </Tooltip>
  );
});

/** Rendered only on hover: a screen has hundreds of times. */
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
