import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDisplay } from '../electron/support/display.ts';
import { findPreparedRuntime } from '../electron/support/runtime.ts';
import { factsOf, type KeycloakFacts, startKeycloak } from './keycloak.ts';

declare module 'vitest' {
  interface ProvidedContext {
    keycloak: KeycloakFacts;
    /** Why the tests in Electron cannot run here, in a few words; empty where they can. */
    withoutElectron: string;
  }
}

/** One Keycloak for all files of the lane; an Electron and a display too, where they are there. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const keycloak = await startKeycloak();
  project.provide('keycloak', factsOf(keycloak));
  const { lacking, close } = await provideElectron(project);
  project.provide('withoutElectron', lacking);
  return async () => {
    close();
    await keycloak.stop();
  };
}

/** Nothing is fetched for it: `npm run test:electron` prepares the runtime. */
async function provideElectron(
  project: TestProject,
): Promise<{ lacking: string; close: () => void }> {
  const runtime = await findPreparedRuntime();
  if (runtime === undefined) return without('no Electron is prepared (npm run test:electron)');
  const display = await openDisplay().catch(() => null);
  if (display === null) return without('no display, and no Xvfb for one');
  const build = join(import.meta.dirname, '../../scripts/build.ts');
  const built = spawnSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) throw new Error('the app does not build');
  project.provide('runtime', runtime);
  project.provide('display', display.name);
  return { lacking: '', close: () => display.close() };
}

function without(lacking: string) {
  return { lacking, close: () => undefined };
}
