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

/** It forgets what has ended, and soon uses an id again. */
export const forgetfulKind: SlurmKind = {
  ...kind24,
  values: { ...kind24.values, MinJobAge: 2, FirstJobId: 10, MaxJobId: 14 },
};

/** An account of the user's. */
export const project = 'physics';
