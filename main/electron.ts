import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { ignoring } from '../common/ignoring.ts';
import packageJson from '../package.json' with { type: 'json' };
import { homeFolder, noHome } from './base/files/home-folder.ts';
import { databaseIn, openDatabase } from './base/storage/database.ts';
import { restartingStorage } from './base/storage/restarting.ts';
import { connectWorker } from './base/workers/connect.ts';
import { defaultDataFolder } from './hosts/data-folder.ts';
import { createDataPlace, resolveDataFolder } from './hosts/data-place.ts';
import type { CodeRead } from './hosts/electron/code.ts';
import {
  prepareElectron,
  readCommandLine,
  refuseToStart,
  runElectron,
  runMoveWindow,
  showMove,
  showStartFailure,
  startUtilityProcess,
} from './hosts/electron/index.ts';
import { secureEnvironment } from './hosts/environment.ts';
import { portableDataFolder, requireParts, substituteNode } from './hosts/parts.ts';
import { restrictFileModes } from './hosts/private-folder.ts';
import { createWorkers, workerPrograms } from './hosts/workers/index.ts';
import { openApp } from './open-app.ts';

/** The Electron host: only composes. */
const environment = secureEnvironment(process.env, {
  electron: true,
  packaged: app.isPackaged,
});
const userMask = restrictFileModes();
if (homeFolder() === null) process.env.HOME = noHome;
const { demo, dataFolder: named, policy, hidden, showMove: move } = readCommandLine(process.argv);

const programs = workerPrograms(import.meta.url);
const preload = fileURLToPath(new URL('../preload/index.cjs', import.meta.url));
const rendererFolder = fileURLToPath(new URL('../renderer', import.meta.url));
const node = substituteNode(app.isPackaged ? process.resourcesPath : null, process.env);

const workers = createWorkers({
  programs,
  asProcess: ['storage', 'certificates', 'maintenance', 'descriptions'],
  fork: (program) => startUtilityProcess(program),
  substituteNode: node,
});
/** A move precedes Electron's readiness, and starts the first process of its own. */
const earlyWorkers = createWorkers({ programs, substituteNode: node });

/** @param place file that moves the data folder; null if that is beside the app */
function run(dataFolder: string, place: string | null, code: CodeRead): void {
  // While Chromium starts; the code that awaits it is loaded later.
  const database = openDatabase(
    restartingStorage(() => workers.start('storage')),
    databaseIn(dataFolder),
  );
  void ignoring('the core awaits it too, and says why it is not there', database);
  runElectron({
    version: packageJson.version,
    dataFolder,
    code,
    userMask,
    environment,
    hidden,
    flags: named === null ? [] : ['--data-dir', named],
    ...(place !== null && { dataPlace: createDataPlace(place, dataFolder) }),
    workers,
    preload,
    rendererFolder,
    open: (host) =>
      openApp(host, {
        demo,
        database,
        // set by the tests
        validateOutput: process.env.COMPUTE_DESK_VALIDATE_OUTPUT === '1',
        async findPolicy() {
          const { openPolicy } = await import('./hosts/policy.ts');
          return openPolicy({
            // a macOS bundle is signed with everything in it
            app: app.isPackaged && process.platform !== 'darwin' ? dirname(process.execPath) : null,
            tried: policy,
          });
        },
      }),
  }).catch(showStartFailure);
}

async function prepare(code: CodeRead): Promise<void> {
  // During development another program serves the page.
  const page = app.isPackaged ? [join(rendererFolder, 'index.html')] : [];
  requireParts([...Object.values(programs), preload, ...page], node);
  const portable = app.isPackaged ? portableDataFolder(process.execPath) : null;
  const place =
    named ?? (portable === null ? defaultDataFolder(process.platform, process.env) : null);
  const moving = showMove();
  const settled =
    place === null
      ? (portable ?? '')
      : resolveDataFolder(
          place,
          () => connectWorker(earlyWorkers.start('storage')),
          moving.follow,
        ).finally(moving.end);
  // The following must precede Electron's readiness: it waits only for the folder itself, and a move.
  const isNamed = named !== null || portable !== null;
  const folder = await prepareElectron(await settled, isNamed, hidden);
  if (folder === null) app.exit(0);
  else run(folder, place, code);
}

/** Starts the host, or the window that shows a move. @param code how this code was loaded, for the log */
export async function start(code: CodeRead): Promise<void> {
  if (move === null) await prepare(code).catch((cause: unknown) => void refuseToStart(cause));
  else void runMoveWindow(move).catch(() => app.exit(1));
}
