import type { Preview } from '../../../preload/contract/work/files.ts';
import type { ComputeApi } from '../operations/types.ts';
import type { RemoteFiles } from './remote.ts';

/** A part of a file that something other than the screen reads. */
export interface TextAsked {
  readonly systemId: string;
  readonly machine: string;
  /** Begins in the user's home if it is not absolute. */
  readonly path: string;
  readonly part: 'start' | 'end';
}

/** Returns how texts are read by a path as people write it. */
export function createTextReader(deps: {
  open(systemId: string, machine: string): RemoteFiles;
  api(systemId: string): ComputeApi;
  home(api: ComputeApi, machine: string): Promise<string>;
}): (asked: TextAsked) => Promise<{ readonly path: string; readonly preview: Preview }> {
  return async ({ systemId, machine, path, part }) => {
    const remote = deps.open(systemId, machine);
    let place = path;
    if (!path.startsWith('/')) {
      const home = await deps.home(deps.api(systemId), machine);
      place = `${home === '/' ? '' : home}/${path.replace(/^~\//, '')}`;
    }
    return { path: place, preview: await remote.preview(place, part) };
  };
}
