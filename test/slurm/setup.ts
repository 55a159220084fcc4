import type { TestProject } from 'vitest/node';
import { startSlurm } from './slurm.ts';

declare module 'vitest' {
  interface ProvidedContext {
    slurm: {
      readonly socketPath: string;
      readonly folder: string;
      readonly configuration: string;
    };
  }
}

/** One Slurm for all files of the lane. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...slurm } = await startSlurm();
  project.provide('slurm', slurm);
  return stop;
}
