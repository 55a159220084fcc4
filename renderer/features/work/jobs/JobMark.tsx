import type { ReactNode } from 'react';
import { cx } from '../../../ui/index.ts';
import type { JobLook } from './states.ts';

const hues: Readonly<Record<JobLook, string>> = {
  running: 'text-accent-text',
  starting: 'text-accent-text',
  ending: 'text-accent-text',
  waiting: 'text-unknown',
  stuck: 'text-degraded',
  held: 'text-maintenance',
  done: 'text-up',
  failed: 'text-down',
  limit: 'text-degraded',
  cancelled: 'text-unknown',
  unknown: 'text-unknown',
  'end-unknown': 'text-unknown',
};

const ring = { cx: 7, cy: 7, r: 5, stroke: 'currentColor', strokeWidth: 1.6 };
const cut = { stroke: 'var(--surface)', strokeWidth: 1.7, strokeLinecap: 'round' as const };
const triangle = (
  <path d="M3 2.2 12 7 3 11.8z" stroke="currentColor" strokeWidth={1.4} strokeLinejoin="round" />
);

/** A shape of its own for each state, so that none is told by colour alone. */
const shapes: Readonly<Record<JobLook, ReactNode>> = {
  running: <path d="M3 1.8 12.4 7 3 12.2z" fill="currentColor" />,
  starting: triangle,
  ending: (
    <>
      {triangle}
      <path d="M3 2.2 7.5 4.6v4.8L3 11.8z" fill="currentColor" />
    </>
  ),
  waiting: <circle {...ring} />,
  stuck: (
    <>
      <circle {...ring} />
      <path d="M4.6 7h4.8" stroke="currentColor" strokeWidth={1.6} strokeLinecap="round" />
    </>
  ),
  held: (
    <>
      <rect
        x={1.8}
        y={1.8}
        width={10.4}
        height={10.4}
        rx={2}
        stroke="currentColor"
        strokeWidth={1.5}
      />
      <path
        d="M5.5 4.9v4.2m3-4.2v4.2"
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinecap="round"
      />
    </>
  ),
  done: (
    <>
      <circle cx={7} cy={7} r={5.8} fill="currentColor" />
      <path d="m4.5 7.2 1.8 1.8 3.3-3.7" {...cut} />
    </>
  ),
  failed: (
    <>
      <rect x={1.5} y={1.5} width={11} height={11} rx={2} fill="currentColor" />
      <path d="m4.8 4.8 4.4 4.4m0-4.4L4.8 9.2" {...cut} />
    </>
  ),
  limit: (
    <>
      <circle cx={7} cy={7} r={5.8} fill="currentColor" />
      <path d="M7 4v3.2l2 1.4" {...cut} />
    </>
  ),
  cancelled: (
    <>
      <circle {...ring} />
      <path d="m3.7 10.3 6.6-6.6" stroke="currentColor" strokeWidth={1.5} />
    </>
  ),
  unknown: <circle {...ring} strokeDasharray="2.4 2.1" />,
  'end-unknown': (
    <>
      <circle {...ring} strokeDasharray="2.4 2.1" />
      <circle cx={7} cy={7} r={1.6} fill="currentColor" />
    </>
  ),
};

/** The shape of a job's state; the word stands beside it. */
export function JobMark({
  look,
  className,
}: {
  readonly look: JobLook;
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="0 0 14 14"
      width={14}
      height={14}
      fill="none"
      aria-hidden
      className={cx('shrink-0', hues[look], className)}
    >
      {shapes[look]}
    </svg>
  );
}
