import { useEffect, useRef } from 'react';
import { cx, legible } from '../../../../ui/index.ts';

interface MarkedProps {
  readonly text: string;
  readonly starts: readonly number[];
  readonly length: number;
  /** Which of them is looked at: it is brought into view. */
  readonly at: number;
}

/** A text with marked places. */
export function Marked({ text, starts, length, at }: MarkedProps) {
  const current = useRef<HTMLElement>(null);
  const place = starts[at];
  useEffect(() => {
    if (place !== undefined) current.current?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  return (
    <>
      {starts.map((start, index) => (
        <span key={start}>
          {legible(text.slice(index === 0 ? 0 : (starts[index - 1] ?? 0) + length, start))}
          <mark
            ref={index === at ? current : undefined}
            className={cx(
              'rounded-small',
              index === at ? 'bg-accent text-on-accent' : 'bg-(--search-hit) text-text',
            )}
          >
            {text.slice(start, start + length)}
          </mark>
        </span>
      ))}
      {legible(text.slice(starts.length === 0 ? 0 : (starts.at(-1) ?? 0) + length))}
    </>
  );
}
