import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openDisplay } from './support/display.ts';
import { type ElectronRuntime, findRuntime } from './support/runtime.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    runtime: ElectronRuntime;
    display: string;
  }
}

/** Once before all tests: an Electron, a display, the built app. */
export default async function setup(project: TestProject): Promise<() => void> {
  const runtime = await findRuntime();
  console.log(`Electron ${runtime.version} from ${runtime.source}`);
  const build = fileURLToPath(new URL('../../scripts/build.ts', import.meta.url));
  const built = spawnSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) throw new Error('the app does not build');
  const display = await openDisplay();
  project.provide('runtime', runtime);
  project.provide('display', display.name);
  return () => display.close();
}
