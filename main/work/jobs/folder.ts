import { AppError } from '../../../preload/contract/errors.ts';
import type { JobSubmission } from '../../../preload/contract/work/jobs.ts';
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
  let homes = new Map<string, string>();
  return {
    async complete(api, what) {
      const { jobs } = api;
      const isNamed = jobs?.needsFolder !== true || completed(what, jobs).folder !== null;
      if (isNamed) return what;
      if (api !== of) homes = new Map();
      of = api;
      // One that was asked before the user may have changed is not kept.
      const known = homes;
      const { machine } = what;
      const home = known.get(machine) ?? (await ownHome(api, machine));
      if (home === null) return what;
      known.set(machine, home);
      return { ...what, folder: home };
    },
    forget() {
      homes = new Map();
    },
  };
}

/** Returns the user's own folder; null where the system tells none. @throws AppError where it could not be asked */
async function ownHome({ files }: ComputeApi, machine: string): Promise<string | null> {
  try {
    return (await files?.ownFolder?.(machine)) ?? null;
  } catch (error) {
    const isUntold =
      error instanceof AppError &&
      ['http-not-found', 'http-forbidden', 'path-unusable'].includes(error.code);
    if (isUntold) return null;
    throw error;
  }
}
