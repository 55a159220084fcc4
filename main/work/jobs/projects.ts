import { AppError } from '../../../preload/contract/errors.ts';
import type { JobProject, JobQueue } from '../../../preload/contract/work/jobs.ts';
import type { ComputeApi } from '../operations/types.ts';

/** Projects and queues that are offered, and allocations of one, at most. */
const mostOffered = 200;
const mostAllocations = 10;
const longest = 200;

/** Returns the user's projects, of names that a submission can carry. Servers without that part tell none. */
export async function projectsOf(
  { projects }: Pick<ComputeApi, 'projects'>,
  machine: string,
): Promise<JobProject[]> {
  const told = await toldBy(projects, machine);
  return told.map(({ name, title, allocations }) => ({
    name,
    title: title?.slice(0, longest) ?? null,
    allocations: allocations
      .slice(0, mostAllocations)
      .map(({ unit, ...amounts }) => ({ ...amounts, unit: unit.slice(0, longest) })),
  }));
}

/** Returns a machine's queues, as `projectsOf`. */
export async function queuesOf(
  { queues }: Pick<ComputeApi, 'queues'>,
  machine: string,
): Promise<JobQueue[]> {
  return toldBy(queues, machine);
}

async function toldBy<T extends { readonly name: string }>(
  ask: ((machine: string) => Promise<readonly T[]>) | undefined,
  machine: string,
): Promise<T[]> {
  try {
    const told = (await ask?.(machine)) ?? [];
    return told
      .filter(({ name }) => name.length <= longest && !/\p{Cc}/u.test(name))
      .slice(0, mostOffered);
  } catch (error) {
    const status = error instanceof AppError ? error.details.status : null;
    if (status === 404 || status === 405 || status === 501) return [];
    throw error;
  }
}
