import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { findGnuTar, pack } from '../../../scripts/package/archive.ts';
import { testFolder } from '../../support/files/folder.ts';
import { isPosix } from '../../support/posix.ts';

test.skipIf(!isPosix)('another tar than GNU’s packs nothing', async () => {
  const folder = testFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = (name: string, says: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\necho '${says}'\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program('tar', 'bsdtar 3.5.3 - libarchive 3.7.4');
  vi.stubEnv('PATH', bin);
  expect(findGnuTar()).toBeUndefined();
  await expect(pack(folder, join(folder, 'a.tar.gz'), 'gz')).rejects.toThrow('GNU tar');
  program('gtar', 'tar (GNU tar) 1.35');
  expect(findGnuTar()).toBe(join(bin, 'gtar'));
  vi.unstubAllEnvs();
});
