import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { removeLeftovers } from '../../../../main/settings/updates/image.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { isPosix } from '../../../support/posix.ts';
import { newBytes } from '../../../support/worlds/new-bytes.ts';

const child = fileURLToPath(new URL('../../../support/processes/image-child.ts', import.meta.url));
const old = 'the old one';

/** An AppImage that is replaced by an app which is killed before a step. */
function replaceKilledBefore(step: number) {
  const folder = testFolder();
  const path = join(folder, 'Desk.AppImage');
  writeFileSync(path, old);
  chmodSync(path, 0o755);
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, [child, path, `${step}`], {
    encoding: 'utf8',
  });
  if (signal === null && status !== 0) throw new Error(stderr);
  return { folder, path, steps: signal === null ? Number(stdout) : null };
}

test.skipIf(!isPosix)(
  'killed before any step, one whole AppImage is there that starts, and what is left goes later',
  async () => {
    const whole = replaceKilledBefore(0);
    expect(readFileSync(whole.path).equals(newBytes)).toBe(true);
    const ended = new Set<string>();
    for (let step = 1; step <= (whole.steps ?? 0); step += 1) {
      const { folder, path, steps } = replaceKilledBefore(step);
      expect(steps).toBeNull();
      const found = readFileSync(path);
      const isOld = found.toString() === old;
      expect(isOld || found.equals(newBytes), `step ${step}`).toBe(true);
      expect(statSync(path).mode & 0o777, `step ${step}`).toBe(0o755);
      const left = readdirSync(folder).filter((name) => name !== 'Desk.AppImage');
      ended.add(`${isOld ? 'old' : 'new'}, ${left.length} beside it`);
      // one that has just been written may be another app's
      await removeLeftovers(path);
      expect(readdirSync(folder)).toHaveLength(1 + left.length);
      await removeLeftovers(path, Date.now() + 130_000);
      expect(readdirSync(folder)).toEqual(['Desk.AppImage']);
    }
    expect([...ended]).toEqual(['old, 0 beside it', 'old, 1 beside it', 'new, 0 beside it']);
  },
);
