import type { ComputeApi, Send } from '../types.ts';
import { createSlurmJobs, readAccounts } from './jobs.ts';
import { readQueues } from './queues.ts';
import type { SlurmOptions } from './types.ts';

export { errorOfSlurm } from './jobs.ts';

/** slurmrestd, v0.0.38 (Slurm 22.05) to v0.0.42 (24.11), which differ in shapes more than in operations. */
export function createSlurmApi(send: Send, options: SlurmOptions): ComputeApi {
  const { version, accounting, user } = options;
  return {
    family: 'slurm',
    machines: () => Promise.resolve([options.cluster]),
    jobs: createSlurmJobs(send, options),
    files: null,
    ...(accounting && user !== null && { projects: () => readAccounts(send, version, user) }),
    queues: () => readQueues(send, version),
    run: null,
  };
}
