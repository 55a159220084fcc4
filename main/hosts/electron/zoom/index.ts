/** Percent, as in browsers. Beyond these the window shows too little, or is not readable. */
const steps = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300] as const;

/** Larger, smaller, or default. */
export type ZoomStep = 'in' | 'out' | 'reset';

/** Returns the stored zoom: one of the steps, whatever the settings file contains. */
export function storedZoom(stored: unknown): number {
  return steps.find((step) => step === stored) ?? 100;
}

export function nextZoom(now: number, how: ZoomStep): number {
  if (how === 'reset') return 100;
  const [smallest] = steps;
  const next =
    how === 'in' ? steps.find((step) => step > now) : steps.findLast((step) => step < now);
  return next ?? (how === 'in' ? (steps.at(-1) ?? now) : smallest);
}
