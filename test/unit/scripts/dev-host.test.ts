import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createRestarting } from '../../../scripts/dev/host.ts';

/** A host that ends at once, with this code; without one it stays. */
async function startHost(code?: number) {
  const script = code === undefined ? 'setInterval(() => {}, 1000)' : `process.exitCode = ${code}`;
  const closed = vi.fn();
  const started: ReturnType<typeof spawn>[] = [];
  const host = createRestarting(
    {
      start() {
        const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
        started.push(child);
        return child;
      },
      ready: () => Promise.resolve(null),
      another: () => null,
    },
    closed,
  );
  await host.start();
  return { host, closed, started };
}

test('npm run dev hears that the window was closed', async () => {
  const { closed } = await startHost(0);
  await expect.poll(() => closed.mock.calls.length).toBe(1);
});

test('it goes on with a host that failed, until that is mended', async () => {
  const { host, closed, started } = await startHost(1);
  const [failed] = started;
  if (failed?.exitCode === null) await once(failed, 'exit');
  await host.restart();
  const [, again] = started;
  if (again?.exitCode === null) await once(again, 'exit');
  expect(started).toHaveLength(2);
  expect(closed).not.toHaveBeenCalled();
});

test('a host that it ends itself is not taken for a closed window', async () => {
  const { host, closed, started } = await startHost();
  await host.restart();
  await host.stop();
  expect(started).toHaveLength(2);
  expect(closed).not.toHaveBeenCalled();
});
