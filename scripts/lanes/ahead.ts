import { findRuntime } from '../../test/electron/support/runtime.ts';
import { prepareDistribution } from '../../test/keycloak/distribution.ts';
import { needsAreMet } from './needs.ts';

/**
 * Downloads and unpacks what the lanes electron and keycloak run on, while other lanes compute (.ci/run). Only with
 * programs that are there: lanes install them one after the other. What fails here is tried again by its lane, and
 * told there.
 */
const works = [
  { name: 'Electron', needs: ['unzip'], make: async () => void (await findRuntime()) },
  { name: 'Keycloak', needs: ['java', 'maven'], make: async () => prepareDistribution() },
] as const;

for (const { name, needs, make } of works) {
  const started = performance.now();
  const said = needsAreMet(needs)
    ? await make().catch((error: unknown) => String(error))
    : 'left to its lane, which installs what it needs';
  console.log(
    `${name}: ${said ?? `ready after ${Math.round((performance.now() - started) / 1000)} s`}`,
  );
}
