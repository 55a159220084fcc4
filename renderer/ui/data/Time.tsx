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
  /** No seconds: each would cause a layout, even off screen. */
  readonly calm?: boolean;
  readonly className?: string;
}

const minute = 60_000;

/** A relative time; on hover and focus the local time with zone, UTC and age. */
export const Time = memo(function Time(props: TimeProps) {
  const { at, absolute = false, calm = false, className } = props;
  const format = useFormat();
  const now = useNowAs((exact) =>
    absolute || (calm && Math.abs(at - exact) < minute) ? at : sameSince(at, exact),
  );
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
