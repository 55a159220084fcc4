import { expect, test } from 'vitest';
import { packedVersion } from '../../../scripts/package/version.ts';

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
