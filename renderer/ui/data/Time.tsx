import { useFormat } from '../../i18n/useFormat.ts';
import { Tooltip } from '../buttons/Tooltip.tsx';
import { cx } from '../cx.ts';
import { useNow } from '../useNow.ts';

interface TimeProps {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Local date and time at once, without the relative form. */
  readonly absolute?: boolean;
  readonly className?: string;
}

/** A time as people say it; on hover and focus the local time with zone, UTC and age. */
export function Time({ at, absolute = false, className }: TimeProps) {
  const format = useFormat();
  const now = useNow();
  const { local, utc } = format.absolute(at);
  return (
    <Tooltip
      text={
        <span className="tabular flex flex-col">
          <span>{local}</span>
          <span>{utc}</span>
          <span className="text-text-soft">{format.age(at, now)}</span>
        </span>
      }
    >
      <time
        dateTime={new Date(at).toISOString()}
        className={cx('tabular relative whitespace-nowrap', className)}
      >
        {absolute ? format.dateTime(at) : format.time(at, now)}
      </time>
    </Tooltip>
  );
}
