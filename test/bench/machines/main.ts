import { preparedSystemId } from '../../support/files/prepared-folder.ts';
import { connectWebClient } from '../../support/servers/web-client.ts';
import { nextCheck, type Report, saying, startMachines } from './app.ts';

const period = 10_000;
const checked = 6;

/** 5,000 machines asked every 10 s: what the whole app spends, built, with one window that follows. */
export async function measureMain(report: Report): Promise<void> {
  const watching = await startMachines(5000);
  const client = await connectWebClient(watching.url);
  try {
    await client.call('machines.snapshot', { systemId: preparedSystemId });
    for (const [name, changes, goal] of [
      ['ten of which change each time', 500, 5],
      ['all of which change each time', 1, null],
    ] as const) {
      await nextCheck(watching.place, 2);
      const before = watching.cpu();
      for (let check = 0; check < checked; check++) {
        watching.place.say(
          saying(5000, (n) => (n % changes === 0 && check % 2 === 0 ? 'degraded' : 'OK')),
        );
        await nextCheck(watching.place);
      }
      const after = watching.cpu();
      const share = (of: 'main' | 'all') =>
        ((after[of] - before[of]) * 100_000) / (checked * period);
      const what = `5,000 machines asked every 10 s, ${name}`;
      report(`${what}: main's thread, of a core`, '%', share('main'), goal);
      report(`${what}: the whole process, of a core`, '%', share('all'));
    }
  } finally {
    client.close();
    await watching.close();
  }
}
