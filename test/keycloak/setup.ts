import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { provideApp } from '../electron/setup.ts';
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
  // First, so that Keycloak's certificates lie where Electron's user can be given them.
  const { lacking, close } = await provideElectron(project);
  project.provide('withoutElectron', lacking);
  const keycloak = await startKeycloak().catch((cause: unknown) => {
    close();
    throw cause;
  });
  project.provide('keycloak', factsOf(keycloak));
  return async () => {
    await keycloak.stop();
    close();
  };
}

/** Nothing is fetched for it: `npm run test:electron` prepares the runtime. */
async function provideElectron(
  project: TestProject,
): Promise<{ lacking: string; close: () => void }> {
  const runtime = await findPreparedRuntime();
  if (runtime === undefined) return without('no Electron is prepared (npm run test:electron)');
  const build = join(import.meta.dirname, '../../scripts/build.ts');
  const built = spawnSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) throw new Error('the app does not build');
  const close = await provideApp(project, runtime).catch(() => null);
  return close === null ? without('no display, and no Xvfb for one') : { lacking: '', close };
}

function without(lacking: string) {
  return { lacking, close: () => undefined };
}
