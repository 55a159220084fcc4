import type { JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { hasEnded, isActive, type JobLook, lookOf } from '../states.ts';
import type { ColumnId } from './columns.ts';

export const groups = ['unseen', 'running', 'waiting', 'today', 'earlier'] as const;
export type GroupId = (typeof groups)[number];

/** @param midnight start of today, ms since 1970 */
export function groupOf(job: JobRow, midnight: number): GroupId {
  if (hasEnded(job)) {
    if (job.unseen) return 'unseen';
    return (job.endedAt ?? job.endBetween?.to ?? 0) >= midnight ? 'today' : 'earlier';
  }
  return isActive(job) || job.state === 'unknown' ? 'running' : 'waiting';
}

export interface JobFilter {
  readonly text: string;
  readonly own: boolean;
  /** Empty: all. */
  readonly machine: string;
  readonly queue: string;
}

/** Returns the jobs with every word in a fact that the list or the panel shows, ignoring case and width. */
export function matching(jobs: readonly JobRow[], filter: JobFilter): readonly JobRow[] {
  const words = folded(filter.text)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return jobs.filter((job) => {
    if (filter.own && !job.own && !job.followed) return false;
    if (filter.machine !== '' && job.machine !== filter.machine) return false;
    if (filter.queue !== '' && job.queue !== filter.queue) return false;
    if (words.length === 0) return true;
    const { id, name, stateText, queue, project, user, reason, machine } = job;
    const all = folded([id, name, stateText, queue, project, user, reason, machine].join(' '));
    return words.every((word) => all.includes(word));
  });
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

export type SortColumn = ColumnId | 'job';

export interface JobSort {
  readonly column: SortColumn;
  readonly ascending: boolean;
}

/** Returns the jobs sorted; without a sort the newest first. Absent values come last. */
export function sortJobs(
  jobs: readonly JobRow[],
  sort: JobSort | null,
  texts: {
    readonly compare: (a: string, b: string) => number;
    readonly word: (look: JobLook) => string;
  },
): readonly JobRow[] {
  const by = (job: JobRow): string | number | null => {
    if (sort === null) {
      return job.endedAt ?? job.endBetween?.to ?? job.startedAt ?? job.submittedAt;
    }
    switch (sort.column) {
      case 'job':
        return job.name ?? job.id;
      case 'state':
        return texts.word(lookOf(job));
      case 'time':
        return job.elapsedSeconds;
      case 'submitted':
        return job.submittedAt;
      default:
        return job[sort.column];
    }
  };
  const direction = sort?.ascending === true ? 1 : -1;
  return jobs
    .map((job) => ({ job, value: by(job) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) {
        return Number(a.value === null) - Number(b.value === null);
      }
      return typeof a.value === 'number' && typeof b.value === 'number'
        ? (a.value - b.value) * direction
        : texts.compare(String(a.value), String(b.value)) * direction;
    })
    .map(({ job }) => job);
}

/** A line of the table: a group's heading, or a job. */
export type Line =
  | { readonly group: GroupId; readonly count: number; readonly open: boolean }
  | { readonly job: JobRow };

/** Returns the lines of the table: the groups that have jobs, each with its jobs unless it is folded. */
export function linesOf(
  jobs: readonly JobRow[],
  midnight: number,
  closed: ReadonlySet<GroupId>,
): readonly Line[] {
  const byGroup = new Map<GroupId, JobRow[]>();
  for (const job of jobs) {
    const group = groupOf(job, midnight);
    const members = byGroup.get(group);
    if (members === undefined) byGroup.set(group, [job]);
    else members.push(job);
  }
  return groups.flatMap((group): Line[] => {
    const members = byGroup.get(group);
    if (members === undefined) return [];
    const open = !closed.has(group);
    return [
      { group, count: members.length, open },
      ...(open ? members.map((job) => ({ job })) : []),
    ];
  });
}
