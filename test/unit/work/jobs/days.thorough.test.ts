import { test } from 'vitest';
import { patience } from '../../../support/patience.ts';
import { rounds } from '../../../support/processes/rounds.ts';
import { followDays } from '../../../support/work/days.ts';

// One in every run: the seed decides how far back the API's history reaches.
test.each([3, 1, 2].slice(0, rounds(1, 3)))(
  'through a thousand days of sleep, outages, restarts, reused ids and a short history nothing told is lost, and each notice is given once (%i)',
  { timeout: patience(300_000) },
  // What no seed of the first runs has: an API that does not tell when jobs were submitted.
  (seed) => followDays(1000, 90, seed, seed !== 1),
);
