import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron } from '../start/electron.ts';
import { root } from '../toolchain.mjs';
import { buildParts, mainParts } from './build.ts';
import { createRestarting, electronProcess, webProcess } from './host.ts';
import { startPage } from './page.ts';

const usage = `npm run dev -- [--electron] [--gallery] [--data-dir DIR] [--port N]
  --electron      the app in Electron: built anew and started anew when a file changes
  --gallery       the components by themselves
  --data-dir DIR  where the app keeps its data (default: a folder that goes with the end of this)
  --port N        port of the page (default: a free one)`;

/** How long to wait for further files of the same saving, ms. */
const settling = 150;

const { values } = parseArgs({
  options: {
    electron: { type: 'boolean', default: false },
    gallery: { type: 'boolean', default: false },
    'data-dir': { type: 'string' },
    port: { type: 'string', default: '0' },
    help: { type: 'boolean', short: 'h', default: false },
  },
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

async function develop(): Promise<void> {
  const dataFolder = values['data-dir'] ?? temporaryFolder();
  const electron = values.electron ? await findElectron() : null;
  if (electron?.found === false) {
    console.error(`No Electron: ${electron.reason}`);
    process.exit(1);
  }
  await buildParts(electron === null ? mainParts : ['renderer', ...mainParts]);
  const host = createRestarting(
    electron === null ? webProcess(dataFolder) : electronProcess(electron.binary, dataFolder),
  );
  await host.start();
  const page = electron === null ? await startPage(host, Number(values.port)) : null;
  if (page !== null) console.log(`Compute Desk, being worked on: ${page.address}`);

  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(anew);
    }, settling);
  };
  const anew = async (): Promise<void> => {
    const built = await buildParts(electron === null ? mainParts : ['renderer', ...mainParts]);
    // What does not build is said by the build; what ran before goes on.
    if (!built) return;
    await host.restart();
    page?.reopen();
    console.log('Main started anew');
  };
  // The page's own files are replaced in place by the page's server.
  const folders = electron === null ? ['main', 'preload'] : ['main', 'preload', 'renderer'];
  const watchers = folders.map((folder) => watch(join(root, folder), { recursive: true }, changed));

  const end = async (): Promise<void> => {
    for (const watcher of watchers) watcher.close();
    clearTimeout(timer);
    await building;
    await host.stop();
    await page?.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-dev-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
