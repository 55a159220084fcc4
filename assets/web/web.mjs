#!/usr/bin/env node
// node web.mjs [flags]: the app in the browser. An older Node must be able to read this, to say what it lacks.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const { name, version, engines } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
);
const usage = `${name} [--demo] [--port N] [--data-dir DIR] [--policy FILE] [--no-open]
  --demo          open the demo system, everything filled in
  --port N        port on 127.0.0.1 (default: a free one)
  --data-dir DIR  where the app keeps its data
  --policy FILE   try a site's policy out, beside those of the computer
  --no-open       print the address only, do not open a browser
  --version       print the version
Run it once more while it runs: it prints a new address of the app that runs.`;

const numbers = (text) => text.match(/\d+/g).map(Number);

/** Whether this Node is as new as `engines` asks. */
function isNewEnough() {
  const [major, minor] = numbers(process.versions.node);
  const [leastMajor, leastMinor] = numbers(engines.node);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** Without a display the browser would be a text browser, which takes over the terminal. */
function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

const given = process.argv.slice(2);
if (given.includes('--help') || given.includes('-h')) {
  process.stdout.write(`${usage}\n`);
} else if (given.includes('--version')) {
  process.stdout.write(`${version}\n`);
} else if (!isNewEnough()) {
  process.stderr.write(
    `Compute Desk needs Node.js ${engines.node.replace('>=', '')} or newer; this is ${process.versions.node} (${process.execPath}). Name a newer one in COMPUTE_DESK_NODE.\n`,
  );
  process.exitCode = 1;
} else {
  const chosen = given.includes('--open') || given.includes('--no-open');
  if (!chosen) process.argv.push(hasDisplay() ? '--open' : '--no-open');
  await import('./dist/main/web.js');
}
