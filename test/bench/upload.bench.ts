/**
 * A file of 4 GB goes up over loopback in Files, is cut half-way, and goes up again: the field's API takes no part of a
 * file. What the service took has the same hash. Goal: at most 30 MB more of memory than a short file takes. `--quick`:
 * 96 MB; `--megabytes N`: another size.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { writeMany } from '../support/work/many-bytes.ts';
import { megabyte } from './transfer/content.ts';
import {
  askedSize,
  openStage,
  peakOf,
  printMemory,
  printTime,
  requireSame,
  resident,
  shortMegabytes,
} from './transfer/stage.ts';

const megabytes = askedSize();
const stage = await openStage();
const { call, folder, service } = stage;

/** What the service says when it has taken a file of this size. */
const make = async (as: string, size: number) => ({
  took: { size: size * megabyte, hash: await writeMany(join(folder, as), size) },
});
const expected = await make('large.dat', megabytes);
/** Moves one up that is not cut. */
async function small(as: string, taken: typeof expected): Promise<void> {
  await call('files.upload', stage.given(as));
  await stage.transferTo('done');
  requireSame('the short file', await service.next(), taken);
}
const first = await make('first.dat', 1);
const second = await make('short.dat', shortMegabytes);
// until the code is there
await small('first.dat', first);
const idle = resident();
const short = await peakOf(() => small('short.dat', second));

await service.cut(Math.floor((megabytes * megabyte) / 2));
let again = 0;
const large = await peakOf(async () => {
  await call('files.upload', stage.given('large.dat'));
  const { id } = await stage.transferTo('failed');
  requireSame('the cut file', await service.next(), { took: null });
  const started = performance.now();
  await call('files.retry', { ids: [id] });
  await stage.transferTo('done');
  again = performance.now() - started;
});
requireSame('the file', await service.next(), expected);

/** The same file by undici alone, ms. */
async function peer(): Promise<number> {
  const agent = new Agent();
  const started = performance.now();
  const { body } = await request(`${service.origin}/file/login-1/peer.dat`, {
    ...{ dispatcher: agent, method: 'PUT', body: createReadStream(join(folder, 'large.dat')) },
    headers: { 'content-length': String(megabytes * megabyte) },
  });
  await body.dump();
  const took = performance.now() - started;
  requireSame('the file of the peer', await service.next(), expected);
  await agent.close();
  return took;
}
const what = `${megabytes} MB up in Files, once more after a cut`;
printMemory('upload', what, { idle, short: short.most, large: large.most });
printTime('upload', what, again, await peer());
await stage.close();
