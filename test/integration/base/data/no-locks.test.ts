import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';
import { canTakeLocks, withoutLocks } from '../../../support/processes/no-locks.ts';
import { startWebProcess } from '../../../support/processes/web-process.ts';

if (!canTakeLocks) console.log('skipped: a file system without locks (no C compiler)');

test.skipIf(!canTakeLocks)(
  'the app does not start on a file system without locks: it says so, and the data folder stays as it was',
  async () => {
    const folder = testFolder();
    const { code, error } = await startWebProcess(folder, { env: withoutLocks(testFolder()) })
      .ended;
    expect(code).toBe(1);
    expect(error).toContain(
      'Compute Desk could not start: The file system of the data folder does not support file locks',
    );
    expect(error).toContain('--data-dir');
    expect(error).not.toContain('    at ');
    expect(readdirSync(folder).filter((name) => name.startsWith('compute-desk'))).toEqual([]);
  },
);
