import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import { AppError } from '../preload/contract/errors.ts';
import type { App } from './app.ts';
import { homeFolder, noHome } from './base/files/home-folder.ts';
import { endProcess } from './base/outside/index.ts';
import { connectWorker } from './base/workers/connect.ts';
import { defaultDataFolder } from './hosts/data-folder.ts';
import { createDataPlace, resolveDataFolder } from './hosts/data-place.ts';
import { secureEnvironment } from './hosts/environment.ts';
import { readFlags } from './hosts/flags.ts';
import { printMove } from './hosts/move-progress.ts';
import { requireParts } from './hosts/parts.ts';
import { openPolicy } from './hosts/policy.ts';
import { restrictFileModes } from './hosts/private-folder.ts';
import { printRepairs } from './hosts/repair-report.ts';
import { startFailureText } from './hosts/start-failures.ts';
import {
  askRunningHost,
  createWebHost,
  type Launch,
  openInBrowser,
  startWebServer,
} from './hosts/web/index.ts';
import { alreadyRunningText, loginName, tunnelText } from './hosts/web/terminal.ts';
import { createWorkers, workerPrograms } from './hosts/workers/index.ts';
import { openApp } from './open-app.ts';

/** How long the core may take to save its state before the process ends anyway. */
const closeDeadline = 5000;

/** Entry of the web host: composes, prints the ready line, ends on a signal. */
async function main(): Promise<void> {
  const environment = secureEnvironment(process.env, { electron: false, packaged: false });
  restrictFileModes();
  const flags = readFlags(process.argv.slice(2));
  const programs = workerPrograms(import.meta.url);
  requireParts(Object.values(programs), undefined);
  const workers = createWorkers({
    programs,
    asProcess: ['certificates', 'maintenance', 'descriptions', 'demo'],
  });
  const named = flags.dataFolder ?? defaultDataFolder(process.platform, process.env);
  const dataFolder = await resolveDataFolder(
    named,
    () => connectWorker(workers.start('storage')),
    printMove(
      (line) => process.stderr.write(line),
      () => 'en',
    ),
  );
  if (homeFolder() === null) process.env.HOME = noHome;
  const host = await createWebHost({
    version: packageJson.version,
    dataFolder,
    dataPlace: createDataPlace(named, dataFolder),
    workers,
    environment,
    policy: openPolicy({ app: appFolder(import.meta.url), tried: flags.policy }),
  });
  let app: App;
  try {
    app = await openApp(host, {
      demo: flags.demo,
      // set by the tests
      validateOutput: process.env.COMPUTE_DESK_VALIDATE_OUTPUT === '1',
    }).load();
  } catch (cause) {
    if (!isInUse(cause)) throw cause;
    const launch = await askRunningHost(dataFolder, { withPage: flags.open });
    if (launch === null) throw cause;
    process.stderr.write(alreadyRunningText(portOf(launch), flags.port));
    await present(launch);
    await host.close();
    endProcess(0);
    return;
  }
  if (app.damage !== null) {
    process.stderr.write(`${printRepairs(app.damage, host.paths.data, 'en')}\n`);
  }
  const server = await startWebServer({
    app,
    port: flags.port,
    rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
    downloads: host.downloads,
    leaving: host.leaving,
    printing: host.printedPages,
    signInTabs: host.signInTabs,
    log: host.log,
    dataFolder,
  });

  const end = async (code = 0): Promise<void> => {
    const closed = server
      .close()
      .then(() => app.close())
      .then(() => host.close());
    await Promise.race([closed, delay(closeDeadline)]);
    endProcess(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      end().catch(fail);
    });
  }
  let faulty = false;
  // After an uncaught exception the core's state is unknown: save what it holds, then end.
  process.on('uncaughtException', (cause) => {
    host.log.error('uncaught', cause);
    if (faulty) return;
    faulty = true;
    process.stderr.write('Compute Desk crashed and was closed. The log has details.\n');
    setTimeout(() => endProcess(1), closeDeadline);
    end(1).catch(fail);
  });
  await present(await server.issue({ withPage: flags.open }));
}

/** Returns the folder that contains dist/, or main/ of the sources. */
function appFolder(entry: string): string {
  const above = fileURLToPath(new URL('..', entry)).replace(/[\\/]$/, '');
  return basename(above) === 'dist' ? dirname(above) : above;
}

/** Standard output has the address and nothing else, so that scripts can read it. */
async function present(launch: Launch): Promise<void> {
  const { url, page } = launch;
  if (page === null) process.stderr.write(tunnelText(portOf(launch), loginName()));
  process.stdout.write(`Compute Desk ready: ${url}\n`);
  if (page !== null) await openInBrowser(page);
}

function portOf({ url }: Launch): number {
  return Number(new URL(url).port);
}

function isInUse(cause: unknown): boolean {
  return cause instanceof AppError && cause.code === 'data-folder-in-use';
}

function fail(cause: unknown): void {
  process.stderr.write(`Compute Desk could not start: ${sentence(cause)}\n`);
  endProcess(1);
}

function sentence(cause: unknown): string {
  if ((cause as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return 'the port is in use. Choose another one with --port.';
  }
  return startFailureText(cause, 'en');
}

main().catch(fail);
