import { expect, test } from 'vitest';
import type { Certificate } from '../../../preload/contract/systems/certificates.ts';
import { byNeed, sideBySide } from '../../../renderer/features/systems/certificates/facts/order.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-29T00:00:00Z');
const certificate = (id: string, days: number, usedBy: string[] = []) =>
  ({
    id,
    usedBy,
    leaf: { notAfter: new Date(now + days * day).toISOString() },
  }) as unknown as Certificate;
const ids = (certificates: readonly Certificate[]) => certificates.map(({ id }) => id);

const own = certificate('own', 199, ['alpha']);
const all = [
  certificate('over', -3),
  certificate('spare', 400),
  own,
  certificate('soon', 11),
  certificate('sooner', 2),
  certificate('over-used', -1, ['beta']),
];

test('what needs its owner comes first, what is over and unused last', () => {
  expect(ids(byNeed(all, now))).toEqual(['over-used', 'sooner', 'soon', 'own', 'spare', 'over']);
});

test('in two stacks the one in use is beside the others; without one they are halved', () => {
  const sorted = byNeed(all, now);
  const stacks = sideBySide(sorted, (one) => one === own).map(ids);
  expect(stacks).toEqual([['own'], ['over-used', 'sooner', 'soon', 'spare', 'over']]);
  expect(sideBySide(sorted.slice(0, 3), () => false).map(ids)).toEqual([
    ['over-used', 'sooner'],
    ['soon'],
  ]);
  expect(sideBySide([own], (one) => one === own).map(ids)).toEqual([['own']]);
  expect(sideBySide([], () => false)).toEqual([]);
});
