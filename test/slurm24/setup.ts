import type { TestProject } from 'vitest/node';
import { startSlurm } from '../slurm/slurm.ts';
import { openCleanRoot } from '../support/clean-root.ts';
import { slurm24 } from './contents.ts';
import { openRelay, rootGround } from './ground.ts';
import { kind24 } from './kind.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A socket of slurmrestd, and where its jobs may write. */
    slurm24: { readonly socketPath: string; readonly folder: string };
  }
}

/** One root with one Slurm for all files of the lane. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await openCleanRoot(slurm24);
  try {
    const ground = rootGround(root);
    const { socketPath, folder } = await startSlurm({ ...kind24, ground });
    project.provide('slurm24', { socketPath: await openRelay(ground, socketPath), folder });
  } catch (cause) {
    await root.close();
    throw cause;
  }
  return () => root.close();
}
