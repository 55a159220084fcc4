/**
 * The built app in a real Electron, as an ordinary user in its sandbox, against an Electron that shows an empty
 * window with the same switches. Times are by the clock, from the start of the process; memory is the proportional
 * set size (PSS) of all processes in sum, so that what they share counts once. Goals: 1.5 times the time, 120 MB more.
 * `--rounds N`: how often each is started. `--part packaged`: both as packages have them, the bare runtime being none:
 * in an asar, with the fuses of a release, ours by its command. `--part web`: the web host's own package alone, goal 1 s.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { giveTo, launcherOf, openAppUser } from '../electron/support/app-user.ts';
import { openDisplay } from '../electron/support/display.ts';
import { findRuntime } from '../electron/support/runtime.ts';
import { packPair } from './startup/packaged.ts';
import { type Start, startElectron } from './startup/start.ts';
import { measureWebHost } from './startup/web.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '11' }, part: { type: 'string' } },
});
const rounds = Number(values.rounds);
if (values.part === 'web') {
  const at = { bench: 'startup', unit: 'ms', peer: 1_000, peerName: 'goal, at most' };
  for (const { metric, ours } of await measureWebHost(rounds)) {
    console.log(JSON.stringify({ ...at, metric, ours, ratio: ours / at.peer }));
  }
  process.exit();
}
if (values.part !== undefined && values.part !== 'packaged') {
  throw new Error(`no part is called ${values.part}: web, packaged`);
}
const goal = { time: 1.5, memory: 120 };
const root = fileURLToPath(new URL('../..', import.meta.url));

const runtime = await findRuntime();
const said = console.log;
// What stands on the standard output is figures.
console.log = console.error;
const { user, close } = openAppUser([
  runtime.binary,
  process.execPath,
  join(root, 'dist/main/electron.js'),
]);
const display = await openDisplay(user);
const folder = await mkdtemp(join(tmpdir(), 'bench-startup-'));

/** The least that shows a window: what Electron itself takes. */
async function emptyApp(): Promise<string> {
  const app = join(folder, 'empty');
  await mkdir(app);
  await writeFile(
    join(app, 'package.json'),
    JSON.stringify({ name: 'empty', version: '1.0.0', main: 'main.js' }),
  );
  await writeFile(
    join(app, 'main.js'),
    `const { app, BrowserWindow } = require('electron');
const { join } = require('node:path');
// With the fuses of a release no file: page comes out of an asar.
const page = app.isPackaged ? join(process.resourcesPath, 'index.html') : 'index.html';
app.setPath('userData', process.argv.at(-1));
app.on('window-all-closed', () => app.quit());
app.whenReady().then(() => {
  const webPreferences = { sandbox: true, spellcheck: false };
  new BrowserWindow({ width: 1200, height: 800, webPreferences }).loadFile(page);
});
`,
  );
  await writeFile(
    join(app, 'index.html'),
    '<!doctype html><meta charset="utf-8"><title>Empty</title><div id="root"><p>Ready</p></div>',
  );
  return app;
}

const empty = await emptyApp();
const packed = values.part === 'packaged' ? await packPair(folder, empty) : null;
const common = {
  switches: [...(user.sandbox ? [] : ['--no-sandbox']), '--disable-gpu'],
  env: {
    ...process.env,
    DISPLAY: display.name,
    ...(user.home !== '' && { HOME: user.home }),
    // A package brings its own.
    COMPUTE_DESK_NODE: packed === null ? process.execPath : '',
  },
};
const ours = (data: string): Promise<Start> =>
  startElectron({
    ...common,
    binary: launcherOf(user, packed?.ours ?? runtime.binary),
    args: [...(packed === null ? [root] : []), '--data-dir', join(folder, data)],
  });
for (const data of ['warming-peer', 'peer']) await mkdir(join(folder, data));
const peer = (data: string): Promise<Start> =>
  startElectron({
    ...common,
    binary: launcherOf(user, packed?.peer ?? runtime.binary),
    args: [...(packed === null ? [empty] : []), join(folder, data)],
  });
giveTo(user, folder);

// The files that were just packed are read from the disk once, by whoever starts first.
await ours('warming');
await peer('warming-peer');
const first = { ours: await ours('ours'), peer: await peer('peer') };
const later: Record<'ours' | 'peer', Start[]> = { ours: [], peer: [] };
for (let round = 0; round < rounds; round += 1) {
  later.ours.push(await ours('ours'));
  later.peer.push(await peer('peer'));
}
display.close();

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
const of = (all: readonly Start[], read: (start: Start) => number): number => median(all.map(read));
const print = (metric: string, unit: string, one: number, other: number, peerName: string): void =>
  said(
    JSON.stringify({
      ...{ bench: 'startup', metric, unit, ours: one, peer: other, peerName, ratio: one / other },
    }),
  );

const peerOf = packed === null ? 'empty window of' : 'packed empty window of';
const name = `${peerOf} Electron ${runtime.version}, goal ${goal.time} x`;
for (const [metric, read] of [
  ['process to first contentful paint', (start: Start) => start.paint],
  ['process to a screen that can be used', (start: Start) => start.usable],
] as const) {
  const peerTime = of(later.peer, (start) => start.paint);
  print(metric, 'ms', of(later.ours, read), peerTime, name);
  print(`${metric}, fresh data folder`, 'ms', read(first.ours), first.peer.paint, name);
}
const all = of(later.ours, ({ memory }) => memory.all);
const others = of(later.peer, ({ memory }) => memory.all);
print('PSS of all processes', 'MB', all, others, 'empty window');
const node = of(later.ours, ({ memory }) => memory.substitute);
const more = 'goal, at most, beyond the empty window';
print('PSS beyond the empty window', 'MB', all - others, goal.memory, more);
print('of it the Node that stands in for node:sqlite', 'MB', node, all - others, 'all of it');
for (const kind of Object.keys(first.ours.memory.kinds)) {
  const read = (start: Start): number => start.memory.kinds[kind] ?? 0;
  print(`PSS of ${kind}`, 'MB', of(later.ours, read), of(later.peer, read), 'empty window');
}
close();
await rm(folder, { recursive: true, force: true });
