import type { JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { cx, useNow } from '../../../../ui/index.ts';
import { hasEnded, lookBar, lookText } from '../states.ts';
import { lookWord, rowLook } from '../words.ts';
import { labelWidth, type TimelineMark, timelineOf } from './timeline.ts';

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
          .map(({ mark, dot }) => (
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
              style={{ left: percent(dot) }}
            />
          ))}
      </div>
      <Leaders marks={line.marks} />
      <ul className={cx('relative text-small', days.some(Boolean) ? 'h-13.5' : 'h-9')}>
        {line.marks.map((mark, index) => {
          return (
            <li
              key={mark.mark}
              className={cx('absolute whitespace-nowrap leading-4.5', sides[mark.side])}
              style={{ left: percent(mark.label), width: percent(labelWidth) }}
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

const sides = {
  left: 'flex flex-col items-start',
  center: 'flex flex-col items-center',
  right: 'flex flex-col items-end',
};

/** Lines from the dots to the labels that do not stand right below them. */
function Leaders({ marks }: { readonly marks: readonly TimelineMark[] }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      className="block h-2 w-full overflow-visible px-1.5 text-text-faint"
    >
      {marks.map(({ mark, dot, label, side }) => {
        const end = label + labelWidth * { left: 0.08, center: 0.5, right: 0.92 }[side];
        if (Math.abs(end - dot) < 0.03) return null;
        return (
          <path
            key={mark}
            d={`M${dot} 0 L${end} 1`}
            fill="none"
            stroke="currentColor"
            vectorEffect="non-scaling-stroke"
          />
        );
      })}
    </svg>
  );
}

/** The day of each mark, where it is another than that of the mark before; at first, than today. */
function daysOf(marks: readonly TimelineMark[], format: ReturnType<typeof useFormat>): string[] {
  return marks.map(({ at }, index) => {
    const day = (time: number) => new Date(time).toDateString();
    return day(at) === day(marks[index - 1]?.at ?? Date.now()) ? '' : format.date(at);
  });
}
