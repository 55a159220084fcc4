import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { type Column, roundUp } from './summary.ts';

/** A model or key with its own fill, or the rest; two keys may have the same name. */
export interface Part {
  readonly id: string;
  readonly name: string;
}

interface UsageChartProps {
  readonly columns: readonly Column[];
  /** The groups of each column's values, in order. */
  readonly parts: readonly Part[];
  /** Describes the chart in words. */
  readonly label: string;
}

/** Fill of each value, bottom first; they also differ in lightness. */
export const fills = [
  'fill-accent',
  'fill-maintenance',
  'fill-degraded',
  'fill-up',
  'fill-unknown',
] as const;

const width = 640;
const height = 160;
const left = 58;
const bottom = 20;
const top = 8;

/** Bars of daily usage; the table beside it has the same numbers. */
export function UsageChart({ columns, parts, label }: UsageChartProps) {
  const t = useT();
  const format = useFormat();
  const highest = roundUp(Math.max(0, ...columns.map(({ total }) => total)));
  const inner = height - top - bottom;
  const step = (width - left) / Math.max(1, columns.length);
  const thick = Math.max(1, Math.min(28, step * 0.72));
  const yOf = (value: number) => top + inner - (value / highest) * inner;
  const dayName = (day: string) => format.date(Date.parse(`${day}T12:00:00`));
  const spanOf = ({ from, to }: Column) =>
    from === to ? dayName(from) : t('usage.span', { from: dayName(from), to: dayName(to) });
  const shown = columns.length <= 1 ? columns : [columns[0], columns.at(-1)];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className="h-auto w-full text-text-soft"
    >
      {[0, highest / 2, highest].map((value) => (
        <g key={value}>
          <line
            x1={left}
            x2={width}
            y1={yOf(value)}
            y2={yOf(value)}
            className="stroke-line"
            strokeWidth={1}
          />
          <text
            x={left - 6}
            y={yOf(value) + 3.5}
            textAnchor="end"
            className="tabular fill-current text-[10px]"
          >
            {format.number(value)}
          </text>
        </g>
      ))}
      {columns.map((column, index) => {
        let below = 0;
        const x = left + index * step + (step - thick) / 2;
        return (
          <g key={column.from}>
            <title>
              {[
                spanOf(column),
                ...column.values.flatMap((value, at) =>
                  value > 0 ? [`${parts[at]?.name ?? ''}: ${format.number(value)}`] : [],
                ),
              ].join('\n')}
            </title>
            {/* the whole height is the hover target */}
            <rect x={left + index * step} y={top} width={step} height={inner} fill="transparent" />
            {column.values.map((value, at) => {
              if (value === 0) return null;
              const y = yOf(below + value);
              const tall = yOf(below) - y;
              below += value;
              return (
                <rect
                  key={parts[at]?.id ?? at}
                  x={x}
                  y={y}
                  width={thick}
                  height={Math.max(0.5, tall)}
                  className={`${fills[Math.min(at, fills.length - 1)]} stroke-raised`}
                  strokeWidth={tall > 2 ? 0.75 : 0}
                />
              );
            })}
          </g>
        );
      })}
      {shown.map((column, index) =>
        column === undefined ? null : (
          <text
            key={column.from}
            x={index === 0 ? left : width}
            y={height - 5}
            textAnchor={index === 0 ? 'start' : 'end'}
            className="fill-current text-[10px]"
          >
            {dayName(index === 0 ? column.from : column.to)}
          </text>
        ),
      )}
    </svg>
  );
}
