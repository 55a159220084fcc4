import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import packageJson from '../package.json' with { type: 'json' };
import { createApp } from './app.ts';
import { defaultDataFolder } from './hosts/data-folder.ts';
import {
  prepareElectron,
  readCommandLine,
  refuseToStart,
  runElectron,
  showStartFailure,
  startUtilityProcess,
} from './hosts/electron/index.ts';
import { secureEnvironment } from './hosts/environment.ts';
import { keepFilesPrivate } from './hosts/private-folder.ts';
import { createWorkers, workerPrograms } from './hosts/workers/index.ts';

/** Entry of the Electron host: composes, nothing else. */
const environment = secureEnvironment(process.env, {
  electron: true,
  packaged: app.isPackaged,
});
const userMask = keepFilesPrivate();
const { demo, dataFolder: named, hidden } = readCommandLine(process.argv);

function run(dataFolder: string): void {
  runElectron({
    version: packageJson.version,
    dataFolder,
    userMask,
    environment,
    hidden,
    flags: named === null ? [] : ['--data-dir', named],
    workers: createWorkers({
      programs: workerPrograms(import.meta.url),
      asProcess: ['certificates', 'maintenance'],
      fork: startUtilityProcess,
      substituteNode: process.env.COMPUTE_DESK_NODE,
    }),
    preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)),
    rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
    createApp: (host) =>
      createApp(host, {
        demo,
        // set by the tests
        validateOutput: process.env.COMPUTE_DESK_VALIDATE_OUTPUT === '1',
      }),
  }).catch(showStartFailure);
}

try {
  const folder = prepareElectron(named ?? defaultDataFolder(process.platform, process.env));
  if (folder === null) app.exit(0);
  else run(folder);
} catch (cause) {
  void refuseToStart(cause);
}
