import { createSftpFiles } from '../../sftp/files.ts';
import type { ComputeApi, Remote } from '../../types.ts';
import { createCommandJobs } from './jobs.ts';
import { readQueues } from './queues.ts';

/** Slurm's own commands on a login node, for systems without slurmrestd. */
export function createSlurmSshApi(remote: Remote): ComputeApi {
  return {
    family: 'slurm',
    machines: () => Promise.resolve([remote.host]),
    user: (signal) => readUser(remote, signal),
    jobs: createCommandJobs(remote),
    files: createSftpFiles(remote),
    queues: () => readQueues(remote),
    run: null,
  };
}

/** Returns the name by which the host's lists tell the user's jobs. */
async function readUser(remote: Remote, signal: AbortSignal | undefined): Promise<string | null> {
  const said = await remote.run(['id', '-un'], signal === undefined ? {} : { signal });
  // What the shell's own start prints may stand before it.
  const last = new TextDecoder().decode(said.output).trim().split('\n').at(-1) ?? '';
  return said.code === 0 && /^[\w][\w.@-]{0,63}$/.test(last) ? last : null;
}
