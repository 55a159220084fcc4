import { test } from 'vitest';
import { followDays } from '../../../support/work/days.ts';

test.each([1, 2, 3])(
  'through sleep, outages, restarts, reused ids and a short history nothing told is lost, and each notice is given once (%i)',
  (seed) => followDays(20, 0, seed),
);

test.each([1, 2, 3])(
  'nothing is lost either where no answer tells when a job was submitted (%i)',
  (seed) => followDays(20, 0, seed, false),
);
