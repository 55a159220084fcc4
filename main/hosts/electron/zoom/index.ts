/** Percent, as browsers go from one to the next. Beyond them the window shows too little, or nothing that can be read. */
const steps = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300] as const;

/** Larger, smaller, or as it is made. */
export type Zooming = 'in' | 'out' | 'reset';

/** The zoom that is kept: one of the steps, whatever stands in the settings file. */
export function keptZoom(stored: unknown): number {
  return steps.find((step) => step === stored) ?? 100;
}

export function zoomed(now: number, how: Zooming): number {
  if (how === 'reset') return 100;
  const [smallest] = steps;
  const next =
    how === 'in' ? steps.find((step) => step > now) : steps.findLast((step) => step < now);
  return next ?? (how === 'in' ? (steps.at(-1) ?? now) : smallest);
}
