import type { ComputeApi, Send } from '../types.ts';
import { usualPace } from '../waiting.ts';
import { createFirecrestFiles } from './files.ts';
import { createFirecrestJobs } from './jobs.ts';
import { readQueues } from './queues.ts';
import { noStorage } from './storage.ts';
import { createSystems } from './systems.ts';
import type { FirecrestOptions } from './types.ts';
import { readUser } from './user.ts';

/** FirecREST v2, which stands before the Slurm or PBS of one or more clusters. It runs no commands. */
export function createFirecrestApi(send: Send, options: FirecrestOptions): ComputeApi {
  const systems = createSystems(send);
  const jobs = createFirecrestJobs(send, options);
  return {
    family: 'firecrest',
    machines: (signal) => systems.names(signal),
    jobs,
    files: createFirecrestFiles({
      send,
      systems,
      jobs,
      elsewhere: options.elsewhere ?? noStorage,
      pace: options.pace ?? usualPace,
    }),
    projects: async (machine) => (await readUser(send, machine)).projects,
    queues: (machine) => readQueues(send, machine),
    run: null,
  };
}
