import type { JobSubmission } from '../../../preload/contract/work/jobs.ts';
import { homeOf } from '../files/index.ts';
import type { ComputeApi } from '../operations/types.ts';
import { completed } from './submissions.ts';

/** Where jobs run that name no folder, on a system that demands one. */
export interface Folders {
  /** Returns a submission with the user's home as its folder, if it needs one and the system tells it. @throws AppError */
  complete(api: ComputeApi, what: JobSubmission): Promise<JobSubmission>;
  /** Call when the user may be another one there. */
  forget(): void;
}

export function createFolders(): Folders {
  let of: ComputeApi | null = null;
  const homes = new Map<string, string>();
  return {
    async complete(api, what) {
      const { jobs } = api;
      const isNamed = jobs?.needsFolder !== true || completed(what, jobs).folder !== null;
      if (isNamed) return what;
      if (api !== of) homes.clear();
      of = api;
      const { machine } = what;
      const home = homes.get(machine) ?? (await homeOf(api, machine));
      if (home === '/') return what;
      homes.set(machine, home);
      return { ...what, folder: home };
    },
    forget: () => homes.clear(),
  };
}
