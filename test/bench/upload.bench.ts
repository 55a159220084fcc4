/**
 * A file of 4 GB goes up over loopback in Files, is cut half-way, and goes up again: the field's API takes no part of a
 * file. What the service took has the same hash. Goal: at most 30 MB more of memory than a short file takes. `--quick`:
 * 96 MB; `--megabytes N`: another size.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { writeMany } from '../support/work/many-bytes.ts';
import { megabyte } from './transfer/content.ts';
import { askedSize, compare, openStage, requireSame, shortMegabytes } from './transfer/stage.ts';

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
const short = await make('short.dat', shortMegabytes);

await compare('upload', `${megabytes} MB up in Files, once more after a cut`, {
  first: () => small('first.dat', first),
  short: () => small('short.dat', short),
  /** Returns the time of the second try. */
  async large() {
    await service.cut(Math.floor((megabytes * megabyte) / 2));
    await call('files.upload', stage.given('large.dat'));
    const { id } = await stage.transferTo('failed');
    requireSame('the cut file', await service.next(), { took: null });
    const started = performance.now();
    await call('files.retry', { ids: [id] });
    await stage.transferTo('done');
    return performance.now() - started;
  },
  check: async () => requireSame('the file', await service.next(), expected),
  async undici(dispatcher) {
    const { body } = await request(`${service.origin}/file/login-1/peer.dat`, {
      ...{ dispatcher, method: 'PUT', body: createReadStream(join(folder, 'large.dat')) },
      headers: { 'content-length': String(megabytes * megabyte) },
    });
    await body.dump();
    requireSame('the file of the peer', await service.next(), expected);
  },
});
await stage.close();
