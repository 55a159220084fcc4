import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { type AppUser, launcherOf, openAppUser } from './support/app-user.ts';
import { openDisplay } from './support/display.ts';
import { type ElectronRuntime, findRuntime } from './support/runtime.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

declare module 'vitest' {
  export interface ProvidedContext {
    /** Its binary is started as the app's user. */
    runtime: ElectronRuntime;
    display: string;
    appUser: AppUser;
  }
}

/** Once before all tests: an Electron, a display, the built app. */
export default async function setup(project: TestProject): Promise<() => void> {
  const runtime = await findRuntime();
  console.log(`Electron ${runtime.version} from ${runtime.source}`);
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], {
    stdio: ['ignore', 2, 2],
  });
  if (built.status !== 0) throw new Error('the app does not build');
  return provideApp(project, runtime);
}

/** An Electron that is started as an ordinary user, and a display for it. @returns what ends both */
export async function provideApp(
  project: TestProject,
  runtime: ElectronRuntime,
): Promise<() => void> {
  const { user, close } = openAppUser([
    runtime.binary,
    process.execPath,
    join(root, 'dist/main/electron.js'),
  ]);
  const display = await openDisplay(user).catch((cause: unknown) => {
    close();
    throw cause;
  });
  project.provide('runtime', { ...runtime, binary: launcherOf(user, runtime.binary) });
  project.provide('display', display.name);
  project.provide('appUser', user);
  return () => {
    display.close();
    close();
  };
}
