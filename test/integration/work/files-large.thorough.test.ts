import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFieldApi } from '../../../main/work/operations/field/index.ts';
import { testFolder } from '../../support/files/folder.ts';
import { startFilesServer } from '../../support/work/files-server.ts';
import { hashOfFile, writeMany } from '../../support/work/many-bytes.ts';
import { networkSend } from '../../support/work/network-send.ts';
import { filesWorld } from './files-world.ts';

const megabytes = 300;
/** More than the pieces of both sides that wait to be collected, and much less than what is moved. */
const mostMemory = 200 * 1024 * 1024;

test('300 MB go up, and come down with a cut on the way, with the same hash and little memory', async () => {
  const [here, there] = [testFolder(), testFolder()];
  const server = await startFilesServer(there);
  const world = filesWorld(createFieldApi(networkSend(server.origin)), here);
  await world.call('chooseFolder', undefined);
  const given = { ...world.place, folder: '/', way: [], names: ['large.dat'] };
  const hash = await writeMany(join(here, 'large.dat'), megabytes);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const done = world.until((transfers) => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    return transfers.length > 0 && transfers.every(({ state }) => state === 'done');
  });
  await world.call('upload', given);
  await done;
  expect(await hashOfFile(join(there, 'large.dat'))).toBe(hash);

  server.manners.cutAfter = 120 * 1024 * 1024;
  const back = filesWorld(createFieldApi(networkSend(server.origin)), testFolder());
  await back.call('chooseFolder', undefined);
  await back.call('download', given);
  const [cut] = await back.until(([one]) => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    return one?.state === 'failed';
  });
  expect(cut?.moved).toBeGreaterThan(0);
  await back.call('retry', { ids: [cut?.id ?? ''] });
  await back.until(([one]) => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    return one?.state === 'done';
  });
  const { folder } = await back.call('snapshot', undefined);
  expect(await hashOfFile(join(folder ?? '', 'large.dat'))).toBe(hash);
  expect(server.asked.at(-1)?.range).toBe(`bytes=${cut?.moved}-`);
  expect(most).toBeLessThan(mostMemory);
  process.stdout.write(`at most ${Math.round(most / 1048576)} MB of buffers\n`);
});
