import { currentSlowness } from '../../scripts/lanes/slowness.ts';

/** Milliseconds that are enough on a quiet machine, made longer by how slow this one is now. */
export function patience(milliseconds: number): number {
  return Math.round(milliseconds * currentSlowness());
}
