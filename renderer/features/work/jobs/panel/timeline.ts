import type { JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { hasEnded } from '../states.ts';

export type Mark = 'submitted' | 'started' | 'now' | 'ended' | 'limit';

export interface TimelineMark {
  readonly mark: Mark;
  /** ms since 1970. */
  readonly at: number;
  /** Position on the bar, 0 to 1. */
  readonly share: number;
  /** Position of its label: at least `leastGap` from the next one. */
  readonly label: number;
}

export interface Timeline {
  readonly marks: readonly TimelineMark[];
  /** The time that the job waited and ran, as shares of the bar. */
  readonly waited: readonly [number, number] | null;
  readonly ran: readonly [number, number] | null;
}

const leastGap = 0.24;

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
    at === null ? [] : [{ mark, at, share: share(at), label: share(at) }],
  );
  return {
    marks: spread(marks.sort((a, b) => a.share - b.share)),
    waited: submittedAt === null ? null : span(share(submittedAt), share(startedAt ?? end ?? last)),
    ran: startedAt === null || end === null ? null : span(share(startedAt), share(end)),
  };
}

const span = (from: number, to: number): readonly [number, number] => [from, Math.max(from, to)];

/** Moves labels apart, so that none covers another. */
function spread(marks: readonly TimelineMark[]): TimelineMark[] {
  const labels: number[] = [];
  for (const { share } of marks) {
    const before = labels.at(-1);
    labels.push(before === undefined ? share : Math.max(share, before + leastGap));
  }
  let after = 1;
  for (let at = labels.length - 1; at >= 0; at -= 1) {
    labels[at] = Math.min(labels[at] ?? 0, after);
    after = (labels[at] ?? 0) - leastGap;
  }
  return marks.map((mark, at) => ({ ...mark, label: Math.max(0, labels[at] ?? mark.share) }));
}
