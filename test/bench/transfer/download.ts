/** The bench `download` of one place: `files` or `console`, the first argument. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Agent, request } from 'undici';
import { bare } from '../../integration/work/console-world.ts';
import { hashOfFile } from '../../support/work/many-bytes.ts';
import { hashOfContent, megabyte } from './content.ts';
import { askedSize, compare, openStage, requireSame, shortMegabytes } from './stage.ts';

const megabytes = askedSize();
const half = Math.floor((megabytes * megabyte) / 2);
const name = `${megabytes}.dat`;
const stage = await openStage();
const { call, until, systemId, folder, service } = stage;

const byFiles = (as: string) => call('files.download', stage.given(as));
async function filesWithCut(): Promise<undefined> {
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
async function consoleWithCut(): Promise<undefined> {
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

/** The same file to a file. */
async function byUndici(dispatcher: Agent): Promise<void> {
  const { body } = await request(`${service.origin}/file/login-1/${name}`, { dispatcher });
  await pipeline(body, createWriteStream(join(folder, 'peer')));
  requireSame('the whole', await service.next(), { from: 0 });
}

const expected = hashOfContent(megabytes);
/** @param whole moves a file of these megabytes */
async function measure(
  where: string,
  whole: (megabytes: number) => Promise<unknown>,
  work: () => Promise<undefined>,
): Promise<void> {
  const small = async (size: number): Promise<void> => {
    await whole(size);
    requireSame('the whole', await service.next(), { from: 0 });
    await rm(join(folder, `${size}.dat`));
  };
  await compare('download', `${megabytes} MB down in ${where}, cut half-way`, {
    first: () => small(1),
    short: () => small(shortMegabytes),
    large: work,
    async check() {
      requireSame('the file', await hashOfFile(join(folder, name)), expected);
      await rm(join(folder, name));
    },
    undici: byUndici,
  });
  await rm(join(folder, 'peer'));
}

if (process.argv[2] === 'console') {
  await measure('the API console', (size) => byConsole(`${size}.dat`), consoleWithCut);
} else {
  const whole = async (size: number) => {
    await byFiles(`${size}.dat`);
    await stage.transferTo('done');
  };
  await measure('Files', whole, filesWithCut);
}
await stage.close();
