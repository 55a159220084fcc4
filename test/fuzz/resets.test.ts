import { test } from 'vitest';
import { rounds } from '../support/processes/rounds.ts';
import { attacked, resetAtEveryByte } from '../support/servers/strangers.ts';
import { noteTotal } from '../support/totals.ts';

const count = rounds(4, 1_000);

test(
  'strangers who reset their connection after any byte, again and again, end nothing',
  async () => {
    const host = await attacked();
    const tried = await resetAtEveryByte(host, count);
    await host.expectUnharmed();
    const what = `connections that strangers reset, ${count} rounds`;
    noteTotal({ what, tried, found: 'the host, its tab and a newcomer unharmed' });
  },
  rounds(600_000, 3_600_000),
);
