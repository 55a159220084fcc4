import { afterPaint } from '../work.ts';

/** Having shown what came of a growing text it rests for so many times as long as a frame of that takes, layout and paint included. */
const rest = 6;

/** A shorter rest is none, ms. */
const shortest = 8;

/** So many characters are not left waiting by a rest. */
const worthAFrame = 8_192;

/**
 * Steps of a text that grows in one frame: drawing what they made takes longer than they do themselves. One more
 * for so many characters that wait.
 */
const few = 2;
const backlog = 4_096;

/** How often a growing text is shown, and how much of it at once. */
export class Pace {
  /** Of a frame, ms. */
  private cost = 0;
  private shownAt = 0;
  /** How much of the text is shown, in characters, when nothing is left of it. */
  private shownTo = 0;
  /** Something of what had come was left for the next frame: it rests when it has shown all. */
  private isBehind = false;

  /** The text is another one. */
  reset(): void {
    this.isBehind = false;
    this.shownTo = 0;
  }

  /** How long it has to rest, ms; 0 where it need not. @param length of the text so far */
  restLeft(length: number): number {
    if (this.isBehind || this.isWorthAFrame(length)) return 0;
    const left = this.shownAt + rest * this.cost - performance.now();
    return left > shortest ? left : 0;
  }

  /** What comes quickly ends a rest. */
  isWorthAFrame(length: number): boolean {
    return length - this.shownTo >= worthAFrame;
  }

  /** How much is shown before the page may draw: what came since the last time, in frames, not at once. */
  stepsFor(waiting: number): number {
    return Math.max(few, waiting / backlog);
  }

  /** @param isAll whether nothing is left of the `length` characters */
  showed(length: number, isAll: boolean): void {
    this.isBehind = !isAll;
    if (isAll) this.shownTo = length;
  }

  /** Learns how long showing takes. @param start when it began, of `performance.now` */
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
