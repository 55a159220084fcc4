import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { errorCodes } from '../../../preload/contract/errors.ts';
import { callNames, findCall } from '../../../preload/contract/index.ts';
import {
  appWithTestPage,
  removeFolder,
  startDesk,
  temporaryFolder,
} from '../../electron/support/desk.ts';
import { patience } from '../../support/patience.ts';
import { noteTotal } from '../../support/totals.ts';
import { hostileToTheBridge, type Target } from './page-values.ts';

/** What one call of the page came to: a code, or the words with which the bridge itself refused to carry it. */
interface Tried {
  readonly name: string;
  readonly value: string;
  readonly code?: unknown;
  readonly uncarried?: string;
  /** It was taken, or answered in no way that there is. */
  readonly strange?: string;
}

test('what only a real window can send through its bridge is refused with a reason, and the app lives', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  const app = await appWithTestPage(folder);
  const desk = await startDesk({ app, dataFolder: join(folder, 'data') });
  onTestFinished(() => desk.electron.close());
  const { page } = desk;
  await page.waitForSelector('body[data-ready]');
  const { pid } = desk.electron.process();

  const tried: Tried[] = await page.evaluate(hostileToTheBridge, {
    targets: callNames.map(targetOf),
    limit: patience(20_000),
  });

  expect(tried.length).toBeGreaterThan(400);
  expect(tried.filter(({ strange }) => strange !== undefined)).toEqual([]);
  const carried = tried.filter(({ uncarried }) => uncarried === undefined);
  expect(carried.length).toBeGreaterThan(250);
  const untyped = carried.filter(
    ({ code }) => code === 'internal' || !errorCodes.some((known) => known === code),
  );
  expect(untyped).toEqual([]);
  // the same window, the same main, and a call that means something
  const alive = await page.evaluate<unknown>(
    `computeDesk.invoke('systems.snapshot', undefined).then(({ ok }) => ok)`,
  );
  expect(alive).toBe(true);
  expect(desk.electron.process()).toMatchObject({ pid, exitCode: null, signalCode: null });
  expect(desk.electron.windows()).toEqual([page]);
  noteTotal({
    what: 'payloads by the bridge of a real window',
    tried: tried.length,
    found: `${carried.length} typed errors, ${tried.length - carried.length} not carried, nothing else`,
  });
});

function targetOf(name: (typeof callNames)[number]): Target {
  const input = findCall(name)?.input;
  const takes = (value: unknown): boolean => input?.safeParse(value).success === true;
  return { name, takesNothing: takes(undefined) || takes({}) };
}
