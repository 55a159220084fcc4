import type { TestProject } from 'vitest/node';
import { startSlurm } from '../slurm/slurm.ts';
import { openCleanRoot } from '../support/clean-root.ts';
import { slurm24 } from './contents.ts';
import { openRelay, rootGround } from './ground.ts';
import { project as account, forgetfulKind, kind24 } from './kind.ts';
import { type LoginNode, makeLoginNode } from './login-node.ts';

/** A socket of slurmrestd, and where its jobs may write. */
interface Place {
  readonly socketPath: string;
  readonly folder: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    slurm24: Place & { readonly forgetful: Place; readonly login: LoginNode };
  }
}

/** One root for all files of the lane, with a Slurm and one that soon forgets. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await openCleanRoot(slurm24);
  const start = async (kind: typeof kind24): Promise<Place> => {
    const ground = rootGround(root);
    const { socketPath, folder, configuration } = await startSlurm({ ...kind, ground });
    const manage = (...words: readonly string[]): string =>
      ground.run({ SLURM_CONF: configuration }, 'sacctmgr', '-i', 'add', ...words);
    manage('account', account);
    manage('user', ground.user, `account=${account}`);
    return { socketPath: await openRelay(ground, socketPath), folder };
  };
  try {
    project.provide('slurm24', {
      ...(await start(kind24)),
      forgetful: await start(forgetfulKind),
      login: makeLoginNode(root),
    });
  } catch (cause) {
    await root.close();
    throw cause;
  }
  return () => root.close();
}
