import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { patience } from '../../../support/patience.ts';
import { toolServersWorld } from '../../../support/worlds/tool-servers.ts';

const child = fileURLToPath(
  new URL('../../../support/processes/guarded-child.ts', import.meta.url),
);

/** A process that is there, and not only its entry for a parent that has not looked yet. */
function lives(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const gone = (pids: readonly number[]): Promise<void> =>
  vi.waitFor(() => expect(pids.filter(lives)).toEqual([]), {
    ...{ timeout: patience(10_000), interval: 20 },
  });

const isLinux = process.platform === 'linux';

test.runIf(isLinux)(
  'no program is left behind when main is killed, nor what it started',
  async () => {
    const main = spawn(process.execPath, [child], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(main.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(line.toString()) as number[];
    expect(pids.filter(lives)).toEqual(pids);
    main.kill('SIGKILL');
    await gone(pids);
  },
);

test.runIf(isLinux)(
  'a server that is stopped leaves nothing behind, however stubborn',
  async () => {
    const world = await toolServersWorld();
    const id = await world.add('stubborn');
    await world.until(id, 'running');
    await world.allow('echo');
    const pids = JSON.parse(await world.call('test__echo', { text: 'pids' })) as number[];
    expect(pids.filter(lives)).toEqual(pids);
    await world.servers.close();
    await gone(pids);
  },
);
