import type { JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { hasEnded } from '../states.ts';

export type Mark = 'submitted' | 'started' | 'now' | 'ended' | 'limit';

export interface TimelineMark {
  readonly mark: Mark;
  /** ms since 1970. */
  readonly at: number;
  /** Position on the bar, 0 to 1. */
  readonly share: number;
  /** Position of its dot: that of the mark, but for a neighbour that it would hide. */
  readonly dot: number;
  /** Where the place of its label begins, which is `labelWidth` wide. */
  readonly label: number;
  /** The side of the place that is nearest to the dot. */
  readonly side: 'left' | 'center' | 'right';
}

export interface Timeline {
  readonly marks: readonly TimelineMark[];
  /** The time that the job waited and ran, as shares of the bar. */
  readonly waited: readonly [number, number] | null;
  readonly ran: readonly [number, number] | null;
}

/** Shares of the bar: the place of a label, and a dot. */
export const labelWidth = 0.21;
const dotWidth = 0.032;

/** Returns the timeline of a job from its submission to its limit; null if the API reports no time at all. */
export function timelineOf(
  job: Pick<JobRow, 'state' | 'submittedAt' | 'startedAt' | 'endedAt' | 'limitSeconds'>,
  now: number,
): Timeline | null {
  const { submittedAt, startedAt, endedAt, limitSeconds } = job;
  const ended = hasEnded(job);
  const from = submittedAt ?? startedAt;
  if (from === null) return null;
  const limit =
    startedAt === null || limitSeconds === null ? null : startedAt + limitSeconds * 1000;
  const end = ended ? endedAt : Math.max(now, from);
  const last = Math.max(from + 1, limit ?? 0, end ?? 0, startedAt ?? 0);
  const share = (at: number): number => Math.min(1, Math.max(0, (at - from) / (last - from)));
  const all: { mark: Mark; at: number | null }[] = [
    { mark: 'submitted', at: submittedAt },
    { mark: 'started', at: startedAt },
    { mark: ended ? 'ended' : 'now', at: end },
    { mark: 'limit', at: limit },
  ];
  const marks = all.flatMap(({ mark, at }) =>
    at === null ? [] : [{ mark, at, share: share(at) }],
  );
  return {
    marks: spread(marks.sort((a, b) => a.share - b.share)),
    waited: submittedAt === null ? null : span(share(submittedAt), share(startedAt ?? end ?? last)),
    ran: startedAt === null || end === null ? null : span(share(startedAt), share(end)),
  };
}

const span = (from: number, to: number): readonly [number, number] => [from, Math.max(from, to)];

/** Gives each mark a dot that is seen, and its label a place below it; neighbours that would collide are moved apart. */
function spread(marks: readonly Pick<TimelineMark, 'mark' | 'at' | 'share'>[]): TimelineMark[] {
  const dots = apart(
    marks.map(({ share }) => share),
    dotWidth,
    1,
  );
  const labels = apart(
    dots.map((dot) => dot - labelWidth / 2),
    labelWidth,
    1 - labelWidth,
  );
  return marks.map((mark, at) => {
    const dot = dots[at] ?? mark.share;
    const label = labels[at] ?? 0;
    const within = (dot - label) / labelWidth;
    return { ...mark, dot, label, side: within < 0.3 ? 'left' : within > 0.7 ? 'right' : 'center' };
  });
}

/**
 * Returns ascending positions from 0 to `most` that are at least `gap` apart and, together, as near to the wanted ones as
 * can be: those that would collide are a run, whose middle stays.
 */
function apart(wanted: readonly number[], gap: number, most: number): number[] {
  // without the gaps, positions need only not descend
  const runs: { sum: number; count: number }[] = [];
  for (const [at, position] of wanted.entries()) {
    let run = { sum: position - at * gap, count: 1 };
    for (let last = runs.at(-1); last !== undefined; last = runs.at(-1)) {
      if (last.sum / last.count <= run.sum / run.count) break;
      runs.pop();
      run = { sum: last.sum + run.sum, count: last.count + run.count };
    }
    runs.push(run);
  }
  const highest = Math.max(0, most - (wanted.length - 1) * gap);
  const bases = runs.flatMap(({ sum, count }) =>
    Array.from({ length: count }, () => Math.min(highest, Math.max(0, sum / count))),
  );
  return bases.map((base, at) => base + at * gap);
}
