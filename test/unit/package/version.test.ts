import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packedVersion } from '../../../scripts/package/version.ts';
import { root } from '../../../scripts/toolchain.mjs';

test('a version is three numbers, which every package manager puts in the same order', () => {
  expect(packedVersion({ version: '0.2.0' })).toBe('0.2.0');
  expect(packedVersion()).toMatch(/^\d+\.\d+\.\d+$/);
});

test.each(['0.2.0-beta.1', '0.2.0~rc1', '0.2.0+5', '0.2', 'v0.2.0', '1.2.3\n'])(
  'of a version %j no packages are made, and it is said why',
  (version) => {
    expect(() => packedVersion({ version })).toThrow(/three numbers/);
  },
);

test('CHANGELOG.md names the version of package.json, or one that is still to come', () => {
  const [, newest = ''] = /^## (\S+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? [];
  expect(['Unreleased', packedVersion()]).toContain(newest);
});
