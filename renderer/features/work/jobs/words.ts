import type { JobRow } from '../../../../preload/contract/work/jobs.ts';
import type { Translate } from '../../../i18n/index.ts';
import { type JobLook, lookOf } from './states.ts';

export const lookWord = (t: Translate, look: JobLook): string => t(`jobs.states.${look}`);

/** The state of a job in words; of an array, what failed in it; of a state that the app does not know, the API's own word. */
export function stateWord(t: Translate, job: JobRow): string {
  const failed = (job.tasks?.states.failed ?? 0) + (job.tasks?.states.limit ?? 0);
  if (failed > 0) return t('jobs.failedTasks', { count: failed });
  if (job.state === 'unknown' && job.stateText !== '') return job.stateText;
  return lookWord(t, lookOf(job));
}

/** The look of a job whose array has a failed task is that of a failed one. */
export function rowLook(job: JobRow): JobLook {
  const { failed = 0, limit = 0 } = job.tasks?.states ?? {};
  return failed > 0 ? 'failed' : limit > 0 ? 'limit' : lookOf(job);
}

export const titleOf = ({ name, id }: Pick<JobRow, 'name' | 'id'>): string => name ?? id;
