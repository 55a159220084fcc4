import type { TestProject } from 'vitest/node';
import { startSlurm } from './slurm.ts';

declare module 'vitest' {
  interface ProvidedContext {
    slurm: { readonly socketPath: string; readonly folder: string };
  }
}

/** One Slurm for all files of the lane. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { socketPath, folder, stop } = await startSlurm();
  project.provide('slurm', { socketPath, folder });
  return stop;
}
