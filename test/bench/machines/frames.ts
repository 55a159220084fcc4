import type { Page } from 'playwright';

/** The frames of a stretch of time: how many there were a second, over all of it and in its worst second. */
export interface Frames {
  readonly all: number;
  readonly worst: number;
  /** Between two frames, at most, ms. */
  readonly longest: number;
}

interface Noting {
  noted: number[] | null;
}

/** Frames of the page while something goes on: each is one in which its main thread drew. */
export async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(() => {
    const noting = window as unknown as Noting;
    const noted: number[] = [];
    noting.noted = noted;
    const note = (at: number): void => {
      noted.push(at);
      if (noting.noted === noted) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await work();
  const times = await page.evaluate(() => {
    const noting = window as unknown as Noting;
    const { noted } = noting;
    noting.noted = null;
    return noted ?? [];
  });
  return framesOf(times);
}

/** @param times of the frames, ms */
function framesOf(times: readonly number[]): Frames {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  let [worst, longest, from] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const [at, time] of times.entries()) {
    longest = Math.max(longest, time - (times[at - 1] ?? time));
    while (time - (times[from] ?? time) > 1000) from += 1;
    // a second that lies in it whole
    if (time - first >= 1000) worst = Math.min(worst, at - from + 1);
  }
  return { all: ((times.length - 1) * 1000) / (last - first), worst, longest };
}
