import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../../support/processes/rounds.ts';
import { noteTotal } from '../../support/totals.ts';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { createHolds, type Holds } from './holds.ts';
import { hostileAnswers } from './hostile-answers.ts';
import { readers } from './readers.ts';
import { hasTls, makeSite, type Site } from './site.ts';
import { openReading, openStage } from './stage.ts';
import { startWatchedHost, type WatchedHost } from './watched-host.ts';

const usualLanes = 4;
const count = rounds(8, 500);
/** `READERS=doctor,CONNECT` has those alone whose name says so. */
const wanted = process.env.READERS?.split(',') ?? [''];

let host: WatchedHost;
let site: Site;
let holds: () => Holds;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  site = await makeSite(`${folder.path}/site`);
  host = await startWatchedHost(`${folder.path}/data`, site);
  holds = () => createHolds(host);
  await host.client.call('vault.setPassphrase', { passphrase: 'correct horse battery' });
});
afterAll(async () => {
  await host.close();
  await folder.remove();
});

const possible = readers
  .filter(({ name }) => wanted.some((word) => name.includes(word)))
  .filter(({ needsTls = false }) => hasTls || !needsTls);

test.each(possible)('$name: nothing that is read holds main up', async (reader) => {
  const { lanes = usualLanes, own = [] } = reader;
  const held = holds();
  const stages = await Promise.all(
    Array.from({ length: lanes }, () => openStage(host, site, reader.name)),
  );
  const readings = await Promise.all(stages.map((stage) => openReading(stage, reader)));
  const tooLong: string[] = [];
  for (const answers of inGroups([...own, ...hostileAnswers(count)], lanes)) {
    const works = answers.map((answer, lane) => ({
      name: answer.name,
      work: async () => readings[lane]?.show(answer),
    }));
    tooLong.push(...(await held.during(works)));
  }
  await Promise.all(readings.map((reading) => reading.close()));
  expect(stages.flatMap(({ faults }) => faults)).toEqual([]);
  const tried = own.length + count;
  const found = `main held for ${held.longest().toFixed(0)} ms at most`;
  noteTotal({ what: `hostile answers to: ${reader.name}`, tried, found });
  expect(tooLong).toEqual([]);
  const given = readings.reduce((sum, reading) => sum + reading.given(), 0);
  // After some refusals the app does not ask again at once.
  expect(given).toBeGreaterThanOrEqual(tried / 3);
});

function* inGroups<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const one of all) {
    group.push(one);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
