/**
 * A file of 4 GB comes down over loopback in Files and in the API console, with a cut half-way, and goes on from there:
 * bit by bit the same. Goal: at most 30 MB more of memory than a short file takes. `--quick`: 96 MB; `--megabytes N`:
 * another size.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Agent, request } from 'undici';
import { bare } from '../integration/work/console-world.ts';
import { hashOfFile } from '../support/work/many-bytes.ts';
import { hashOfContent, megabyte } from './transfer/content.ts';
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
const half = Math.floor((megabytes * megabyte) / 2);
const name = `${megabytes}.dat`;
const stage = await openStage();
const { call, until, systemId, folder, service } = stage;

const byFiles = (as: string) => call('files.download', stage.given(as));
async function filesWithCut(): Promise<void> {
  await service.cut(half);
  await byFiles(name);
  requireSame('the first part', await service.next(), { from: 0 });
  const { id, moved } = await stage.transferTo('failed');
  await call('files.retry', { ids: [id] });
  await stage.transferTo('done');
  requireSame('the second part', await service.next(), { from: moved });
}

const byConsole = (as: string) =>
  call('apiConsole.download', {
    ...{ systemId, confirmed: null, request: bare('GET', `/file/login-1/${as}`) },
  });
async function consoleWithCut(): Promise<void> {
  await service.cut(half);
  const saving = byConsole(name);
  requireSame('the first part', await service.next(), { from: 0 });
  const { id, moved } = await until(async () => {
    const { downloads } = await call('apiConsole.snapshot', { systemId });
    return downloads.find(({ state }) => state === 'failed') ?? null;
  });
  await call('apiConsole.resumeDownload', { systemId, id });
  await saving;
  requireSame('the second part', await service.next(), { from: moved });
}

/** The same file to a file by undici alone, ms. */
async function peer(): Promise<number> {
  const agent = new Agent();
  const path = join(folder, 'peer');
  const started = performance.now();
  const url = `${service.origin}/file/login-1/${name}`;
  const { body } = await request(url, { dispatcher: agent });
  await pipeline(body, createWriteStream(path));
  const took = performance.now() - started;
  requireSame('the whole', await service.next(), { from: 0 });
  await agent.close();
  await rm(path);
  return took;
}

const expected = hashOfContent(megabytes);
/** @param whole moves a file of these megabytes */
async function measure(
  where: string,
  whole: (megabytes: number) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const small = async (size: number): Promise<void> => {
    await whole(size);
    requireSame('the whole', await service.next(), { from: 0 });
    await rm(join(folder, `${size}.dat`));
  };
  // until the code is there
  await small(1);
  const idle = resident();
  const short = await peakOf(() => small(shortMegabytes));
  const large = await peakOf(work);
  requireSame('the file', await hashOfFile(join(folder, name)), expected);
  await rm(join(folder, name));
  const what = `${megabytes} MB down in ${where}, cut half-way`;
  printMemory('download', what, { idle, short: short.most, large: large.most });
  printTime('download', what, large.took, await peer());
}

await measure(
  'Files',
  async (size) => {
    await byFiles(`${size}.dat`);
    await stage.transferTo('done');
  },
  filesWithCut,
);
await measure('the API console', (size) => byConsole(`${size}.dat`), consoleWithCut);
await stage.close();
