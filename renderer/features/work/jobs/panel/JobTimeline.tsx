import type { JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { cx, useNow } from '../../../../ui/index.ts';
import { hasEnded, lookBar, lookText } from '../states.ts';
import { lookWord, rowLook } from '../words.ts';
import { type TimelineMark, timelineOf } from './timeline.ts';

const percent = (share: number) => `${share * 100}%`;

/** When it was submitted, started and ended, against its limit. */
export function JobTimeline({ job }: { readonly job: JobRow }) {
  const t = useT();
  const format = useFormat();
  const now = useNow(5_000);
  const line = timelineOf(job, now);
  if (line === null) return null;
  const days = daysOf(line.marks, format);
  const ended = hasEnded(job);
  const look = rowLook(job);
  const word = ({ mark }: TimelineMark) =>
    mark === 'ended' ? lookWord(t, look) : t(`jobs.timeline.${mark}`);
  return (
    <div className="pt-1">
      <div aria-hidden className="relative mx-1.5 h-3 forced-color-adjust-none">
        <span className="absolute inset-x-0 top-1 h-1 rounded-full bg-pressed" />
        {line.waited && (
          <span
            className="absolute top-1 h-1 bg-(image:--hatch)"
            style={{
              left: percent(line.waited[0]),
              width: percent(line.waited[1] - line.waited[0]),
            }}
          />
        )}
        {line.ran && (
          <span
            className="absolute top-0.75 h-1.5 bg-accent"
            style={{ left: percent(line.ran[0]), width: percent(line.ran[1] - line.ran[0]) }}
          />
        )}
        {line.marks
          .filter(({ mark }) => mark !== 'limit')
          .map(({ mark, share }) => (
            <span
              key={mark}
              className={cx(
                'absolute top-0 size-3 -translate-x-1/2 rounded-full border-2',
                mark === 'ended'
                  ? cx('border-surface', lookBar[look])
                  : mark === 'submitted'
                    ? 'border-unknown bg-surface'
                    : 'border-accent bg-surface',
              )}
              style={{ left: percent(share) }}
            />
          ))}
      </div>
      <ul className={cx('relative mt-1 text-small', days.some(Boolean) ? 'h-13.5' : 'h-9')}>
        {line.marks.map((mark, index) => {
          const last = index === line.marks.length - 1 && index > 0;
          return (
            <li
              key={mark.mark}
              className={cx(
                'absolute whitespace-nowrap leading-4.5',
                last && mark.label > 0.75 ? 'right-0 text-right' : '',
              )}
              style={last && mark.label > 0.75 ? undefined : { left: percent(mark.label * 0.94) }}
            >
              <span
                className={cx(
                  'block font-medium',
                  mark.mark === 'ended' && ended && lookText[look],
                  mark.mark === 'now' && 'text-accent-text',
                )}
              >
                {word(mark)}
              </span>
              <span className="tabular block text-text-soft">{format.clock(mark.at)}</span>
              {days[index] && <span className="block text-text-soft">{days[index]}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The day of each mark, where it is another than that of the mark before; at first, than today. */
function daysOf(marks: readonly TimelineMark[], format: ReturnType<typeof useFormat>): string[] {
  return marks.map(({ at }, index) => {
    const day = (time: number) => new Date(time).toDateString();
    return day(at) === day(marks[index - 1]?.at ?? Date.now()) ? '' : format.date(at);
  });
}
