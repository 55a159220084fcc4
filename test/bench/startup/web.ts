import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../scripts/package/run.ts', import.meta.url));

/** A figure: the web host’s beside what it may be at most, ms. */
interface Figure {
  readonly metric: string;
  readonly ours: number;
}

/**
 * How long the web host's own package, unpacked, takes from the start of its command to the address that it prints, on
 * the Node that runs this: the first time in a fresh data folder, and the median of further starts.
 */
export async function measureWebHost(rounds: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-startup-web-'));
  try {
    const packages = join(folder, 'packages');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, '--only=web', `--output=${packages}`],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stdout + stderr);
    const tarball = (await readdir(packages)).find((name) => name.endsWith('.tar.gz')) ?? '';
    spawnSync('tar', ['-xzf', join(packages, tarball), '-C', folder]);
    const command = join(folder, tarball.replace(/\.tar\.gz$/, ''), 'compute-desk-web');
    const start = (): Promise<number> => untilReady(command, join(folder, 'data'));
    const first = await start();
    const later: number[] = [];
    for (let round = 0; round < rounds; round += 1) later.push(await start());
    const middle = later.toSorted((a, b) => a - b)[Math.floor(later.length / 2)] ?? first;
    return [
      { metric: 'web host: command to address', ours: middle },
      { metric: 'web host: command to address, fresh data folder', ours: first },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function untilReady(command: string, data: string): Promise<number> {
  const started = performance.now();
  const app = spawn(command, ['--no-open', '--port', '0', '--data-dir', data], {
    env: { ...process.env, COMPUTE_DESK_NODE: process.execPath },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(app, 'exit');
  for await (const line of createInterface({ input: app.stdout })) {
    if (!line.startsWith('Compute Desk ready: ')) continue;
    const took = performance.now() - started;
    app.kill('SIGTERM');
    await ended;
    return took;
  }
  throw new Error('the web host did not start');
}
