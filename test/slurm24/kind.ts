import type { SlurmKind } from '../slurm/slurm.ts';

/** Interfaces of slurmrestd 24.11. */
export const versions = ['v0.0.40', 'v0.0.41', 'v0.0.42'] as const;

/** How Slurm 24.11 is started otherwise than 22.05. */
export const kind24: SlurmKind = {
  values: { TaskPlugin: null, MpiDefault: null },
  cgroups: 'CgroupPlugin=disabled',
  rest: ['-s', 'slurmctld,slurmdbd', '-d', versions.join()],
  accounting: true,
};
