import type { ComputeApi, Send } from '../types.ts';
import { usualPace } from '../waiting.ts';
import { createIriFiles } from './files.ts';
import { createIriJobs } from './jobs.ts';
import { readProjects } from './projects.ts';
import { createResources } from './resources.ts';
import type { IriOptions } from './types.ts';

/** The IRI Facility API of the DOE laboratories. It runs no commands. */
export function createIriApi(send: Send, options: IriOptions): ComputeApi {
  const { version, pace = usualPace } = options;
  const compute = createResources(send, {
    method: 'GET',
    path: `/api/${version}/compute/resources`,
  });
  const filesystem = createResources(send, {
    method: version === 'v1' ? 'GET' : 'POST',
    path: `/api/${version}/filesystem/resources`,
  });
  return {
    family: 'iri',
    machines: (signal) => compute.names(signal),
    jobs: createIriJobs(send, version, compute),
    files: createIriFiles(send, version, filesystem, pace),
    projects: () => readProjects(send, version),
    run: null,
  };
}
