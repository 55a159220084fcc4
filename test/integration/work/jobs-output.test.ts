import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../support/files/folder.ts';
import { patience } from '../../support/patience.ts';
import {
  field,
  fieldJob,
  jobsWorld,
  json,
  sender,
  startApiServer,
} from '../../support/work/jobs-world.ts';

const megabyte = 1024 * 1024;
const path = '/u/me/out.7.log';

/** A running job whose output grows as a test says; `ranges` false: the server gives whole files only. */
async function start({ ranges = true } = {}) {
  const file = { bytes: Buffer.alloc(0), sent: 0, isGone: false };
  const lists = { live: [fieldJob(7)] as unknown[], ended: [] as unknown[] };
  const server = await startApiServer(({ path: asked, headers }, response) => {
    if (asked === '/status/') return json(response, [{ machine: 'cpu', status: 'OK' }]);
    if (asked === '/command/cpu') return json(response, { status: 'OK', output: '/u/me\n' });
    if (asked === '/file/cpu/u/me?view=read') {
      const output = '-rw-r--r-- 1 me me 9 Nov 1 09:00 out.7.log\n';
      return json(response, { status: 'OK', output });
    }
    if (asked === `/file/cpu${path}`) {
      if (file.isGone) return json(response, { status: 'NG' }, 404);
      const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
      const { length } = file.bytes;
      const from = first === '' ? Math.max(0, length - Number(last || length)) : Number(first);
      const isPart = ranges && first + last !== '';
      if (isPart && from >= length) return void response.writeHead(416).end();
      const body = isPart ? file.bytes.subarray(from) : file.bytes;
      file.sent += body.length;
      response.writeHead(isPart ? 206 : 200, {
        'content-length': body.length,
        ...(isPart && { 'content-range': `bytes ${from}-${length - 1}/${length}` }),
      });
      return void response.end(body);
    }
    const output = asked.endsWith('/sacct') ? lists.ended : lists.live;
    return json(response, { status: 'OK', error: '', output });
  });
  const world = await jobsWorld(server.origin, field);
  const data = testFolder();
  const { look, refresh, snapshot, calls } = world.open({
    paths: { data },
    kept: () => ({ keepJobOutput: true }),
  });
  await look();
  const key = (await snapshot()).jobs[0]?.key ?? '';
  const read = (from: number | null) =>
    calls.output({ systemId: world.systemId, key, which: 'output', from }, sender);
  return { file, lists, data, refresh, read };
}

test.for([true, false])(
  'an output above 16 MB shows its end, and is followed by what is new (parts: %s)',
  async (ranges) => {
    const { file, read } = await start({ ranges });
    file.bytes = Buffer.concat([Buffer.alloc(20 * megabyte, 'x'), Buffer.from('\n名前 end')]);
    const { length } = file.bytes;
    const shown = await read(null);
    expect(shown).toMatchObject({ path, to: length, size: length });
    expect(shown.text.endsWith('x\n名前 end')).toBe(true);
    expect(shown.from).toBe(length - 256 * 1024);
    if (ranges) expect(file.sent).toBe(256 * 1024);

    file.sent = 0;
    expect(await read(shown.to)).toMatchObject({ text: '', from: length, to: length });
    file.bytes = Buffer.concat([file.bytes, Buffer.from(' and more')]);
    const more = await read(shown.to);
    expect(more).toMatchObject({ text: ' and more', from: length, to: length + 9 });
    if (ranges) expect(file.sent).toBeLessThan(20);

    file.bytes = Buffer.from('written anew');
    expect(await read(more.to)).toMatchObject({ text: 'written anew', from: 0, to: 12, size: 12 });
  },
);

test('a character of which a part is there waits for the rest', async () => {
  const { file, read } = await start();
  const name = Buffer.from('名');
  file.bytes = Buffer.concat([Buffer.from('a'), name.subarray(0, 2)]);
  expect(await read(null)).toMatchObject({ text: 'a', from: 0, to: 1, size: 3 });
  file.bytes = Buffer.concat([Buffer.from('a'), name]);
  expect(await read(1)).toMatchObject({ text: '名', from: 1, to: 4 });
  file.bytes = Buffer.alloc(0);
  expect(await read(null)).toMatchObject({ text: '', from: 0, to: 0, size: 0 });
});

test('what is left of a character at the end of a file is shown once the job has ended', async () => {
  const { file, lists, refresh, read } = await start();
  file.bytes = Buffer.concat([Buffer.from('a'), Buffer.from('名').subarray(0, 2)]);
  expect(await read(null)).toMatchObject({ text: 'a', to: 1 });
  lists.live = [];
  lists.ended = [fieldJob(7, { status: 'EXT', end_code: 0, end_time: '2026/11/01 10:00:00' })];
  await refresh();
  expect(await read(1)).toMatchObject({ text: '\ufffd', from: 1, to: 3, size: 3 });
  expect(await read(null)).toMatchObject({ text: 'a\ufffd', from: 0, to: 3 });
});

test('of a long output its end is kept as the job ends, and the copy says so', async () => {
  const { file, lists, data, refresh, read } = await start();
  file.bytes = Buffer.concat([Buffer.alloc(20 * megabyte, 'x'), Buffer.from('last')]);
  const { length } = file.bytes;
  lists.live = [];
  lists.ended = [fieldJob(7, { status: 'EXT', end_code: 0, end_time: '2026/11/01 10:00:00' })];
  await refresh();
  const folder = join(data, 'job-outputs');
  const copies = () =>
    readdirSync(data).includes('job-outputs')
      ? readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.json'))
      : [];
  await expect.poll(copies, { timeout: patience(10_000) }).toHaveLength(1);
  const copy = JSON.parse(readFileSync(join(folder, String(copies()[0])), 'utf8'));
  expect(copy.output).toMatchObject({ path, begin: length - 4 * megabyte });
  file.isGone = true;
  const { text, ...kept } = await read(null);
  const from = length - 256 * 1024;
  expect(kept).toEqual({ path, from, to: length, size: length, keptAt: expect.any(Number) });
  expect(text.endsWith('xlast')).toBe(true);
});
