import { findRuntime } from '../../test/electron/support/runtime.ts';
import { prepareDistribution } from '../../test/keycloak/distribution.ts';
import { needsAreMet } from './needs.ts';

/**
 * Downloads and unpacks runtimes for the lanes electron and keycloak while other lanes run (.ci/run). Uses only
 * installed programs, because lanes install one after another. A failure here is retried and reported by its lane.
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
