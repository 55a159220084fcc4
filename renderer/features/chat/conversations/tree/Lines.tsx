import { cx } from '../../../../ui/index.ts';
import { rowHeight, type TreeRow } from './layout.ts';

interface LinesProps {
  readonly row: TreeRow;
  readonly lanes: number;
  readonly isFirst: boolean;
}

/** Maximum lane width in pixels; many lanes are drawn closer together. */
const widest = 14;
const most = 220;

/** The part of the drawing beside one message. */
export function Lines({ row, lanes, isFirst }: LinesProps) {
  const step = Math.min(widest, most / lanes);
  const { lane, turnsOff, goesOn, current, node } = row;
  const at = (index: number) => 12 + index * step;
  const [x, middle] = [at(lane), rowHeight / 2];
  const past = turnsOff ? lane - 1 : lane;
  return (
    <svg
      aria-hidden="true"
      width={12 + lanes * step}
      height={rowHeight}
      className="shrink-0 overflow-visible"
      fill="none"
      strokeWidth={1.5}
    >
      {Array.from({ length: lane }, (_, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
          key={index}
          d={`M${at(index)} 0V${rowHeight}`}
          className={index === 0 ? 'stroke-accent' : 'stroke-line-control'}
        />
      ))}
      {turnsOff ? (
        <path
          d={`M${at(past)} 0Q${at(past)} ${middle} ${x} ${middle}`}
          className="stroke-line-control"
        />
      ) : (
        !isFirst && (
          <path
            d={`M${x} 0V${middle}`}
            className={current ? 'stroke-accent' : 'stroke-line-control'}
          />
        )
      )}
      {goesOn && (
        <path
          d={`M${x} ${middle}V${rowHeight}`}
          className={current ? 'stroke-accent' : 'stroke-line-control'}
        />
      )}
      <circle
        cx={x}
        cy={middle}
        r={4}
        className={cx(
          current ? 'stroke-accent' : 'stroke-line-control',
          node.role === 'user'
            ? 'fill-(--raised)'
            : current
              ? 'fill-accent'
              : 'fill-(--line-control)',
        )}
      />
    </svg>
  );
}
