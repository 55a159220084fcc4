import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { root } from './toolchain.mjs';

/**
 * A bench's output, one JSON object a line: our figure beside a named peer's, measured in the same run. The ratio is
 * ours / peer.
 */
const result = z.strictObject({
  bench: z.string(),
  metric: z.string(),
  unit: z.string(),
  ours: z.number(),
  peer: z.number().nullable(),
  peerName: z.string().nullable(),
  ratio: z.number().nullable(),
});

// `npm run bench` runs test/bench/*.bench.ts one after another; `npm run bench NAME` runs that one.
const folder = join(root, 'test/bench');
const suffix = '.bench.ts';
const known = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith(suffix))
      .map((file) => file.slice(0, -suffix.length))
      .sort()
  : [];
const given = process.argv.slice(2);
const options = given.findIndex((word) => word.startsWith('--'));
const asked = options < 0 ? given : given.slice(0, options);
/** Options of one bench, such as `--messages 1000000` of the search. */
const further = options < 0 ? [] : given.slice(options);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Not known: ${unknown.join(', ')}. Known: ${known.join(', ') || 'none'}`);
  process.exit(2);
}

/** Benches with peers that are packages of test/bench; the others' peers are installed anyway. */
const withPeers: ReadonlySet<string> = new Set(['broker', 'pkcs12', 'render', 'stream']);

const wanted = asked.length > 0 ? asked : known;
const havePeers = !wanted.some((name) => withPeers.has(name)) || installPeers();
build();
for (const name of wanted) {
  if (havePeers || !withPeers.has(name)) await runBench(name);
  else console.error(`skipped: bench ${name}: the peers of test/bench could not be installed`);
}

/** The peers are no packages of the app: they have a lock file of their own. Returns false if they are unavailable. */
function installPeers(): boolean {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return true;
  const done = spawnSync('npm', ['ci'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  return done.status === 0;
}

/** Some benches start the app as it ships. */
function build(): void {
  const done = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

async function runBench(name: string): Promise<void> {
  const args = ['--expose-gc', join(folder, `${name}${suffix}`), ...further];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(JSON.stringify(result.parse(JSON.parse(line))));
  }
  const [code] = await ended;
  if (code !== 0) process.exitCode = 1;
}
