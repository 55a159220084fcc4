import type { ReactNode } from 'react';
import type { MachineState } from '../../../preload/contract/machines/machine-states.ts';
import { useT } from '../../i18n/index.ts';
import { cx } from '../cx.ts';

interface StateMarkProps {
  readonly state: MachineState;
  /** Only the shape; screen readers still get the word. */
  readonly wordHidden?: boolean;
  /** The shape is decoration beside a text that says the same. */
  readonly silent?: boolean;
  readonly className?: string;
}

const colours: Record<MachineState, { mark: string; word: string }> = {
  up: { mark: 'text-up', word: 'text-up-text' },
  degraded: { mark: 'text-degraded', word: 'text-degraded-text' },
  down: { mark: 'text-down', word: 'text-down-text' },
  maintenance: { mark: 'text-maintenance', word: 'text-maintenance-text' },
  unknown: { mark: 'text-unknown', word: 'text-unknown-text' },
};

/** Solid disc, half-filled triangle, crossed square, hollow diamond, dashed ring. */
const shapes: Record<MachineState, ReactNode> = {
  up: <circle cx={7} cy={7} r={5} fill="currentColor" />,
  degraded: (
    <>
      <path d="M7 1.6 13 12.2H1z" stroke="currentColor" strokeWidth={1.6} strokeLinejoin="round" />
      <path d="M7 1.6 13 12.2H7z" fill="currentColor" />
    </>
  ),
  down: (
    <>
      <rect x={1.5} y={1.5} width={11} height={11} rx={2} fill="currentColor" />
      <path
        d="m4.8 4.8 4.4 4.4m0-4.4L4.8 9.2"
        stroke="var(--surface)"
        strokeWidth={1.7}
        strokeLinecap="round"
      />
    </>
  ),
  maintenance: (
    <rect
      x={3.1}
      y={3.1}
      width={7.8}
      height={7.8}
      rx={1}
      stroke="currentColor"
      strokeWidth={1.9}
      transform="rotate(45 7 7)"
    />
  ),
  unknown: (
    <circle cx={7} cy={7} r={5} stroke="currentColor" strokeWidth={1.7} strokeDasharray="2.4 2.1" />
  ),
};

/** The state of a machine: a hue, a shape and a word, distinguishable without colour as well. */
export function StateMark({ state, wordHidden, silent, className }: StateMarkProps) {
  const t = useT();
  const word = t(`common.state.${state}`);
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      <svg
        viewBox="0 0 14 14"
        width={14}
        height={14}
        fill="none"
        aria-hidden
        className={cx('shrink-0', colours[state].mark)}
      >
        {shapes[state]}
      </svg>
      {!silent && (
        <span className={wordHidden ? 'sr-only' : cx('font-medium', colours[state].word)}>
          {word}
        </span>
      )}
    </span>
  );
}
