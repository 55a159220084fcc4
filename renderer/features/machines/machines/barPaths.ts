import type { BarCell } from '../../../../preload/contract/machines/machine-history.ts';
import { machineStates } from '../../../../preload/contract/machines/machine-states.ts';

/** A layer of a bar. */
export type Layer =
  | 'ground'
  | 'line'
  | (typeof machineStates)[number]
  | 'trouble'
  | 'shade'
  | 'planned';

export const height = 20;
/** Width of a part including the gap. */
export const step = 10;
/** Minimum height: a minute of a day must stay visible. */
const least = 4;

/**
 * Returns a bar as one path per layer: a screen of daily bars has thousands of rectangles. States are stacked by
 * duration, up at the bottom; a line below marks trouble without colour. Planned maintenance is shaded, with a line
 * above.
 * @param width of a part
 */
export function barPaths(cells: readonly BarCell[], width: number): Map<Layer, string> {
  const paths = new Map<Layer, string>();
  const add = (layer: Layer, x: number, y: number, wide: number, tall: number): void => {
    paths.set(layer, `${paths.get(layer) ?? ''}M${x} ${y}h${wide}v${tall}h${-wide}z`);
  };
  for (const [index, { from, to, time, planned }] of cells.entries()) {
    const x = index * step;
    const lasted = to - from;
    add('ground', x, 0, width, height);
    add('line', x, height - 1, width, 1);
    const sizes = machineStates.map((state) => {
      const exact = (height * (time[state] ?? 0)) / lasted;
      return { state, size: state === 'up' || exact === 0 ? exact : Math.max(least, exact) };
    });
    const scale = Math.min(1, height / sizes.reduce((sum, { size }) => sum + size, 0));
    let y = height;
    for (const { state, size } of sizes) {
      if (size === 0) continue;
      y -= size * scale;
      add(state, x, y, width, size * scale);
    }
    if (time.down || time.degraded) add('trouble', x, height + 1, width, 2);
    for (const one of planned ?? []) {
      const left = x + (width * (one.from - from)) / lasted;
      const long = Math.max(1, (width * (one.to - one.from)) / lasted);
      add('shade', left, 0, long, height);
      add('planned', left, 0, long, 3);
    }
  }
  return paths;
}
