import { afterPaint } from '../work.ts';

/** Pause after showing new text, as a multiple of its frame's duration, layout and paint included. */
const rest = 6;

/** Minimum pause, ms. */
const shortest = 8;

/** Pending characters that end a pause. */
const worthAFrame = 8_192;

/**
 * Steps per frame of a growing text: drawing their result takes longer than the steps. One more for this many pending
 * characters.
 */
const few = 2;
const backlog = 4_096;

/** Throttles a growing text: how often it is shown, and how much at once. */
export class Pace {
  /** Duration of a frame, ms. */
  private cost = 0;
  private shownAt = 0;
  /** Characters shown when nothing was pending last. */
  private shownTo = 0;
  /** Some of the received text was left for the next frame: it pauses after showing all. */
  private isBehind = false;

  /** The text was replaced. */
  reset(): void {
    this.isBehind = false;
    this.shownTo = 0;
  }

  /** Returns the remaining pause, ms; 0 for none. @param length of the text so far */
  restLeft(length: number): number {
    if (this.isBehind || this.isWorthAFrame(length)) return 0;
    const left = this.shownAt + rest * this.cost - performance.now();
    return left > shortest ? left : 0;
  }

  /** Whether fast incoming text ends a pause. */
  isWorthAFrame(length: number): boolean {
    return length - this.shownTo >= worthAFrame;
  }

  /** Returns the steps before the page may draw: text received since the last time, over several frames. */
  stepsFor(waiting: number): number {
    return Math.max(few, waiting / backlog);
  }

  /** @param isAll whether nothing is left of the `length` characters */
  showed(length: number, isAll: boolean): void {
    this.isBehind = !isAll;
    if (isAll) this.shownTo = length;
  }

  /** Measures the duration of showing. @param start its start, from `performance.now` */
  watchCost(start: number, isLasting: boolean): void {
    const own = performance.now() - start;
    this.shownAt = start;
    if (!isLasting || document.hidden) return;
    requestAnimationFrame(() => {
      const frame = performance.now();
      afterPaint(() => {
        this.cost = (this.cost + own + performance.now() - frame) / 2;
        this.shownAt = performance.now();
      });
    });
  }
}
