import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createSlurmSshApi } from '../../../main/work/operations/slurm/ssh/index.ts';
import { remoteBy } from '../../support/work/sftp-remote.ts';
import { filesWorld } from './files-world.ts';

const program = fileURLToPath(
  new URL('../../support/processes/give-hostile-files.ts', import.meta.url),
);

/** Files that a program of this manner gives. */
function open(manner: string) {
  const api = createSlurmSshApi(remoteBy(process.execPath, [program, manner]).remote);
  const { files } = api;
  if (files === null) throw new Error('no files');
  return { api, files };
}

test.each([
  'no names',
  'a count that is not there',
  'a name that is not there',
  'attributes that are not there',
  'a status of nothing',
  'a packet of another kind',
  'a kind that nobody knows',
  'an answer twice',
  'an answer to nothing',
  'a packet of four gigabytes',
  'a packet of nothing',
  'a second greeting',
  'text at its start',
  'an old version',
  'extensions that are not there',
])('a listing of %s is refused by name', async (manner) => {
  await expect(open(manner).files.list('', '/home')).rejects.toMatchObject({
    code: 'answer-shape',
    details: { host: 'login', found: expect.any(String) },
  });
});

test('a folder without end is cut, and so is one that names nothing but itself', async () => {
  expect(await open('names without end').files.list('', '/home')).toHaveLength(100_000);
  expect(await open('dots without end').files.list('', '/home')).toEqual([]);
  const { call, at } = filesWorld(open('names without end').api, null);
  const { entries, leftOut } = await call('list', at('/home'));
  expect([entries.length, leftOut]).toEqual([10_000, 90_000]);
});

test('a listing is stopped when nobody wants it any more', async () => {
  const controller = new AbortController();
  const listing = open('names without end').files.list('', '/home', controller.signal);
  controller.abort();
  await expect(listing).rejects.toMatchObject({ code: 'cancelled' });
});

test('names that lead elsewhere are left out; nothing is removed by them', async () => {
  const { api, files } = open('names that lead elsewhere');
  const { call, at } = filesWorld(api, null);
  const { entries, leftOut } = await call('list', at('/home'));
  expect(entries.map(({ name }) => name)).toEqual(['good', '\u001b[2Jx', '\ufffd\ufffd']);
  expect(leftOut).toBe(5);
  await expect(files.remove('', '/home', 'folder')).rejects.toThrow();
});

test('more than was asked for, and no end, is cut off', async () => {
  await expect(open('').files.read('', '/home/x', 1_000_000)).rejects.toMatchObject({
    code: 'answer-too-large',
  });
});

test('a folder that may not be read is refused in the words of the operating system there', async () => {
  await expect(open('a refusal').files.list('', '/home')).rejects.toMatchObject({
    code: 'ssh-file-failed',
    details: { host: 'login', path: '/home', server: 'Permission denied' },
  });
});
