import { expect, test } from 'vitest';
import { notedPatterns } from '../../scripts/check/patterns/index.ts';
import { whyUnsafe } from '../../scripts/check/patterns/prove.ts';
import { root } from '../../scripts/toolchain.mjs';
import { rounds } from '../support/processes/rounds.ts';
import { noteTotal } from '../support/totals.ts';

test('what is noted as proven can be proven again', async () => {
  const noted = [...(await notedPatterns(root))].sort();
  const count = Math.min(noted.length, rounds(20, noted.length));
  const step = noted.length / count;
  // Another part of them every day.
  const start = Math.floor(Date.now() / 86_400_000) % Math.ceil(step);
  const slow: string[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const name = noted[(start + Math.floor(turn * step)) % noted.length] ?? '';
    const end = name.lastIndexOf('/');
    const reason = await whyUnsafe(name.slice(1, end), name.slice(end + 1));
    if (reason !== null) slow.push(`${name}: ${reason}`);
  }
  const found = 'all proven to be linear';
  noteTotal({ what: 'regular expressions noted as proven', tried: count, found });
  expect(slow).toEqual([]);
});
