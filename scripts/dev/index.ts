import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron } from '../start/electron.ts';
import { root } from '../toolchain.mjs';
import { buildParts, mainParts } from './build.ts';
import { createRestarting, electronProcess, type Restarting, webProcess } from './host.ts';
import { type Page, startElectronPage, startPage } from './page.ts';

const usage = `npm run dev -- [--electron] [--gallery] [--data-dir DIR] [--port N] [-- SWITCH …]
  --electron      the app in Electron; what follows -- are switches for Electron itself
  --gallery       the components by themselves
  --data-dir DIR  where the app keeps its data (default: a folder that goes with the end of this)
  --port N        port of the page (default: a free one)`;

/** How long to wait for further files of the same save, ms. */
const savingPause = 150;

const { values, positionals: switches } = parseArgs({
  options: {
    electron: { type: 'boolean', default: false },
    gallery: { type: 'boolean', default: false },
    'data-dir': { type: 'string' },
    port: { type: 'string', default: '0' },
    help: { type: 'boolean', short: 'h', default: false },
  },
  allowPositionals: true,
});

if (values.help) console.log(usage);
else if (values.gallery) await showGallery();
else await develop();

async function showGallery(): Promise<void> {
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: join(root, 'renderer/ui/gallery/vite.config.ts'),
    server: { host: '127.0.0.1', port: Number(values.port) },
  });
  await server.listen();
  console.log(`Components: ${server.resolvedUrls?.local[0]}`);
}

interface Developed {
  readonly host: Restarting;
  readonly page: Page;
}

async function develop(): Promise<void> {
  const dataFolder = values['data-dir'] ?? temporaryFolder();
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const { host, page } = await (values.electron ? inElectron : inWeb)(dataFolder, () => close());

  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(anew);
    }, savingPause);
  };
  const anew = async (): Promise<void> => {
    // The build reports its errors; the previous app keeps running.
    if (!(await buildParts(mainParts))) return;
    await host.restart();
    page.reopen();
    console.log('Main started anew');
  };
  // The page's server replaces the page's own files in place.
  const watchers = ['main', 'preload'].map((folder) =>
    watch(join(root, folder), { recursive: true }, changed),
  );

  const end = async (): Promise<void> => {
    for (const watcher of watchers) watcher.close();
    clearTimeout(timer);
    await building;
    await host.stop();
    await page.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());
  await closed;
  await end();
}

async function inWeb(dataFolder: string, closed: () => void): Promise<Developed> {
  await buildParts(mainParts);
  const host = createRestarting(webProcess(dataFolder), closed);
  await host.start();
  const page = await startPage(host, Number(values.port));
  console.log(`Compute Desk, being worked on: ${page.address}`);
  return { host, page };
}

async function inElectron(dataFolder: string, closed: () => void): Promise<Developed> {
  const electron = await findElectron(switches);
  if (!electron.found) {
    console.error(`No Electron: ${electron.reason}`);
    process.exit(1);
  }
  await buildParts(mainParts);
  const page = await startElectronPage(Number(values.port));
  const { binary } = electron;
  const start = electronProcess(binary, dataFolder, switches, page.address);
  const host = createRestarting(start, closed);
  await host.start();
  console.log('Compute Desk, being worked on, is in its window');
  return { host, page };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-dev-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
