import { spawn, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { homeFolder, noHome } from '../main/base/files/home-folder.ts';
import { hasDisplay } from './start/display.ts';
import { findElectron } from './start/electron.ts';
import { webNodeFlags } from './start/web-node.ts';
import { endAs, follow, root } from './toolchain.mjs';

const usage = `npm start -- [--web] [--demo] [--port N] [--data-dir DIR] [--policy FILE] [--no-open] [FILE]
  --web           open the app in your browser, not in a window
  --demo          open the demo system
  --port N        port for the browser (default: any free port)
  --data-dir DIR  folder for the app's data
  --policy FILE   test an operator's policy
  --no-open       print the address, do not open a browser
  FILE            certificate (.p12) or system file (.computedesk) to open in the window`;

interface Flags {
  readonly web: boolean;
  readonly open: boolean;
  /** Arguments for the host itself. */
  readonly forHost: string[];
  /** Arguments for the web host only. */
  readonly forWeb: string[];
  /** Arguments for the window only: files to open. */
  readonly files: string[];
}

function readFlags(): Flags {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      web: { type: 'boolean' },
      demo: { type: 'boolean' },
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      policy: { type: 'string' },
      'no-open': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const forHost = [
    ...(values.demo ? ['--demo'] : []),
    ...(values['data-dir'] === undefined ? [] : ['--data-dir', values['data-dir']]),
    ...(values.policy === undefined ? [] : ['--policy', values.policy]),
  ];
  return {
    web: values.web ?? false,
    open: !values['no-open'],
    forHost,
    forWeb: values.port === undefined ? [] : ['--port', values.port],
    // npm starts scripts in the folder of the package
    files: positionals.map((file) => resolve(process.env.INIT_CWD ?? '', file)),
  };
}

function buildIfStale(): void {
  const command = [join(root, 'scripts/build.ts'), '--if-stale', '--brief'];
  const build = spawnSync(process.execPath, command, { stdio: ['ignore', 2, 2] });
  if (build.status !== 0) process.exit(build.status ?? 1);
}

/** Prints one sentence instead of each program's own error. */
function requireHome({ forHost }: Flags): void {
  if (homeFolder() !== null) return;
  if (!forHost.includes('--data-dir') && !process.env.XDG_CONFIG_HOME) {
    console.error(
      'You have no home folder on this computer, so there is no default place for the data folder. Choose your own folder: npm start -- --data-dir DIR',
    );
    process.exit(1);
  }
  process.env.HOME = noHome;
}

async function startWeb(flags: Flags): Promise<void> {
  for (const file of flags.files) {
    console.error(`The browser cannot open the file for you. Drop ${file} on the page of the app.`);
  }
  const entry = join(root, 'dist/main/web.js');
  // Without a display the browser would be a text browser, which takes over the terminal.
  const open = flags.open && hasDisplay() ? '--open' : '--no-open';
  const args = [...webNodeFlags, entry, ...flags.forHost, ...flags.forWeb, open];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  endAs(await follow(child));
}

/**
 * Runs the app in Electron and exits like it. Returns a reason if Electron cannot start here after all: for instance
 * its sandbox needs user namespaces, which some systems do not allow.
 */
async function startElectron(binary: string, { forHost, files }: Flags): Promise<string | null> {
  const started = performance.now();
  const child = spawn(binary, [root, ...forHost, ...files], {
    stdio: 'inherit',
    // The Node on which a runtime without node:sqlite starts its workers.
    env: { COMPUTE_DESK_NODE: process.execPath, ...process.env },
  });
  const ending = await follow(child);
  const atOnce = performance.now() - started < 5000;
  if (ending.code !== 0 && !ending.told && atOnce) {
    return `Electron ended at once (${ending.signal ?? `exit code ${ending.code}`})`;
  }
  endAs(ending);
  return null;
}

const flags = ((): Flags => {
  try {
    return readFlags();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
})();

requireHome(flags);
buildIfStale();
if (flags.web) {
  await startWeb(flags);
} else {
  const electron = await findElectron();
  const reason = electron.found ? await startElectron(electron.binary, flags) : electron.reason;
  if (reason !== null) {
    console.error(`Opening in the browser: ${reason}`);
    await startWeb(flags);
  }
}
