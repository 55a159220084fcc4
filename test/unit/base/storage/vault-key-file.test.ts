import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readKeyFile } from '../../../../main/base/storage/vault/key-file.ts';
import { testFolder } from '../../../support/files/folder.ts';

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const derivation = { salt: 'AAAA', cost: 2 ** 20, blockSize: 32, parallelization: 16 };

test.each([
  ['deep', nested(200_000)],
  ['huge', `{"version":2,"user":null,"demo":null,"more":"${'x'.repeat(8 * 1024 * 1024)}"}`],
  [
    'expensive',
    JSON.stringify({
      version: 2,
      user: { protection: 'passphrase', sealed: 'AAAA', derivation },
      demo: null,
    }),
  ],
])('a vault.json that is %s is refused, and stays', async (_, text) => {
  const folder = testFolder();
  const file = join(folder, 'vault.json');
  writeFileSync(file, text);
  await expect(readKeyFile(folder)).rejects.toMatchObject({
    code: 'vault-damaged',
    details: { name: 'vault.json' },
  });
  expect(readFileSync(file, 'utf8')).toBe(text);
});
