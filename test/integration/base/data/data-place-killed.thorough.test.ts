import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createDataPlace, resolveDataFolder } from '../../../../main/hosts/data-place.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { besides, heldIn, makeDataFolder } from '../../../support/files/moved-folder.ts';
import { mover } from '../../../support/files/mover.ts';
import { noteTotal } from '../../../support/totals.ts';

const child = fileURLToPath(new URL('../../../support/processes/step-child.ts', import.meta.url));

/** A data folder that the next start moves, and how it ends when it is killed before a step. */
async function moveKilledBefore(step: number) {
  const folder = testFolder();
  const [named, chosen] = [join(folder, 'compute-desk'), join(folder, 'disk')];
  makeDataFolder(named);
  mkdirSync(chosen);
  const place = createDataPlace(named, named);
  const to = await place.plan(chosen);
  await place.keep(to);
  const { signal, status, stdout, stderr } = spawnSync(
    process.execPath,
    [child, 'move', named, `${step}`],
    { encoding: 'utf8' },
  );
  if (signal === null && status !== 0) throw new Error(stderr);
  return { named, chosen, to, steps: signal === null ? Number(stdout) : null };
}

test('killed before any step of a move, one whole folder opens, and the next start ends what was begun', async () => {
  const { steps, ...moved } = await moveKilledBefore(0);
  expect([heldIn(moved.to), heldIn(moved.named)]).toEqual(['everything', 'everything']);
  let kills = 0;
  for (let step = 1; step <= (steps ?? 0); step += 1) {
    const { named, chosen, to, steps: ended } = await moveKilledBefore(step);
    expect(ended).toBeNull();
    kills += 1;
    // what was there is never touched
    expect(heldIn(named), `step ${step}`).toBe('everything');
    expect(await resolveDataFolder(named, mover), `step ${step}`).toBe(to);
    expect(heldIn(to), `step ${step}`).toBe('everything');
    expect(heldIn(named)).toBe('everything');
    expect(besides(chosen)).toEqual([]);
    expect(existsSync(join(to, 'browser'))).toBe(false);
  }
  expect(kills).toBeGreaterThan(50);
  noteTotal({
    ...{ what: 'kills while the data folder is moved', tried: kills },
    found: 'all with one whole folder, and moved at the next start',
  });
}, 600_000);
