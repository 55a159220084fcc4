import { expect, test } from 'vitest';
import { calculate } from '../../../../main/chat/tools/calculator.ts';

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['-2 ^ 2', -4],
  ['2 ^ 3 ^ 2', 512],
  ['2 ** -1', 0.5],
  ['10 % 4 / 2', 1],
  ['1e3 + .5', 1000.5],
  ['sqrt(16) + max(1, 2, 3)', 7],
  ['SIN(0) + PI - pi', 0],
  ['--3', 3],
])('%s = %d', (expression, value) => {
  expect(calculate(expression)).toBeCloseTo(value, 12);
});

test.each([
  ['', 'ends too early'],
  ['1 +', 'ends too early'],
  ['(1', 'expected )'],
  ['1 2', 'does not understand 2'],
  ['1 / 0', 'no finite value'],
  ['constructor(1)', 'does not know constructor'],
  ['process.exit()', 'does not know process'],
  ['1; 2', 'does not understand ;'],
  ['('.repeat(200), 'nested too deeply'],
  ['-'.repeat(200), 'nested too deeply'],
  ['1+'.repeat(1000), 'longer than'],
])('%j is refused', (expression, words) => {
  expect(() => calculate(expression)).toThrow(words);
});
