import { createSftpFiles } from '../../sftp/files.ts';
import type { ComputeApi, Remote } from '../../types.ts';
import { createCommandJobs } from './jobs.ts';

/** Slurm's own commands on a login node, for systems without slurmrestd. */
export function createSlurmSshApi(remote: Remote): ComputeApi {
  return {
    family: 'slurm',
    machines: () => Promise.resolve([remote.host]),
    jobs: createCommandJobs(remote),
    files: createSftpFiles(remote),
    run: null,
  };
}
