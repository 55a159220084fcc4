import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFieldApi } from '../../../main/work/operations/field/index.ts';
import type { ComputeApi } from '../../../main/work/operations/types.ts';
import { testFolder } from '../../support/files/folder.ts';
import { startTestDemo } from '../demo/demo-support.ts';
import { demoSend } from './demo-send.ts';
import { filesWorld, sha256 } from './files-world.ts';

const home = '/home/demo';
let demo: Awaited<ReturnType<typeof startTestDemo>>;
let api: ComputeApi;
let folder: string;
let world: ReturnType<typeof filesWorld>;

beforeAll(async () => {
  demo = await startTestDemo();
  const identity = await demo.inspect.issueCertificate({ commonName: 'A User', purpose: 'client' });
  api = createFieldApi(demoSend(demo, identity));
});
afterAll(() => demo[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = testFolder();
  world = filesWorld(api, folder);
  await world.call('chooseFolder', undefined);
});

const read = (name: string) => api.files?.read('login-1', `${home}/${name}`, 1_000_000);
const write = (name: string, text: string, how: 'create' | 'overwrite' = 'overwrite') =>
  api.files?.write('login-1', `${home}/${name}`, Buffer.from(text), how);
const upload = (names: string[]) =>
  world.call('upload', { ...world.place, folder: home, way: [], names });
const download = (names: string[]) =>
  world.call('download', { ...world.place, folder: home, way: [], names });

describe('the system’s side', () => {
  test('begins at home, and lists what is there', async () => {
    expect(await world.call('machines', { systemId: 's1' })).toContain('login-1');
    const path = await world.call('home', world.place);
    expect(path).toBe(home);
    const { entries, leftOut } = await world.call('list', world.at(path));
    expect(entries.length).toBeGreaterThan(0);
    expect(leftOut).toBe(0);
  });

  test('a model reads a text by its path, absolute or from home on, and nothing that leads up', async () => {
    const asked = { systemId: 's1', machine: 'login-1', part: 'start' } as const;
    for (const path of ['README.txt', '~/README.txt', `${home}/README.txt`]) {
      const read = await world.room.readText({ ...asked, path });
      expect(read).toMatchObject({ path: `${home}/README.txt`, preview: { kind: 'text' } });
    }
    for (const path of ['../demo/README.txt', `${home}/../../etc/passwd`]) {
      await expect(world.room.readText({ ...asked, path })).rejects.toMatchObject({
        code: 'path-unusable',
      });
    }
  });

  test('a folder is made, renamed and removed; a name that is taken is refused', async () => {
    await world.call('makeFolder', world.at(`${home}/new one`));
    await write('taken.txt', 'x');
    await expect(
      world.call('rename', { ...world.at(`${home}/new one`), name: 'taken.txt' }),
    ).rejects.toMatchObject({ code: 'file-exists' });
    await world.call('rename', { ...world.at(`${home}/new one`), name: '-名前' });
    await world.call('remove', { ...world.at(`${home}/-名前`), kind: 'folder' });
    const { entries } = await world.call('list', world.at(home));
    expect(entries.map(({ name }) => name)).not.toContain('-名前');
  });

  test.for(['../x', 'a/b', '..', 'a\nb', 'a\x1b[31m'])(
    'the new name %j is refused',
    async (name) => {
      await write('named.txt', 'x');
      await expect(
        world.call('rename', { ...world.at(`${home}/named.txt`), name }),
      ).rejects.toMatchObject({ code: 'path-unusable' });
    },
  );

  test('a text is previewed as a whole, a long one from its beginning or its end', async () => {
    await write('short.txt', '短いテキスト\n');
    expect(
      await world.call('preview', { ...world.at(`${home}/short.txt`), part: 'end' }),
    ).toMatchObject({ kind: 'text', text: '短いテキスト\n', whole: true });
    await write('long.txt', `first ${'あ'.repeat(200_000)} last`);
    const start = await world.call('preview', { ...world.at(`${home}/long.txt`), part: 'start' });
    const end = await world.call('preview', { ...world.at(`${home}/long.txt`), part: 'end' });
    if (start.kind !== 'text' || end.kind !== 'text') throw new Error('no texts');
    expect(start.text).toMatch(/^first あ+$/);
    expect(end.text).toMatch(/^あ+ last$/);
    expect(start.text.length + end.text.length).toBeLessThan(60_000);
  });

  test('bytes are not shown as text, and a broken image is not drawn', async () => {
    await api.files?.write('login-1', `${home}/x.bin`, Buffer.from([0, 1, 2, 255]), 'overwrite');
    expect(await world.call('preview', { ...world.at(`${home}/x.bin`), part: 'start' })).toEqual({
      kind: 'none',
      why: 'binary',
    });
  });

  test('a text is saved over what was read, and not over what was changed meanwhile', async () => {
    await write('edited.txt', 'one');
    const path = world.at(`${home}/edited.txt`);
    const { hash } = await world.call('saveText', { ...path, text: 'two', hash: sha256('one') });
    expect(hash).toBe(sha256('two'));
    await write('edited.txt', 'by another');
    await expect(world.call('saveText', { ...path, text: 'three', hash })).rejects.toMatchObject({
      code: 'file-changed',
    });
    expect(Buffer.from((await read('edited.txt')) ?? []).toString()).toBe('by another');
  });

  test('a single file is offered for saving under a safe name', async () => {
    await write('-rf ?.txt', 'x');
    await world.call('save', world.at(`${home}/-rf ?.txt`));
    expect(world.saved.map(({ name }) => name)).toEqual(['rf -.txt']);
  });
});

describe('this computer’s side', () => {
  test('shows nothing before a folder is chosen', async () => {
    const fresh = filesWorld(api, folder);
    expect(await fresh.call('snapshot', undefined)).toMatchObject({
      folder: null,
      asksFolder: true,
    });
    await expect(fresh.call('listHere', { way: [] })).rejects.toMatchObject({ code: 'not-found' });
  });

  test.for([[['..']], [['a', '..', '..']], [['/etc']], [['link']], [['']], [['a\0b']]])(
    'the way %j does not leave it',
    async ([way]) => {
      await mkdir(join(folder, 'a'));
      await symlink('/etc', join(folder, 'link'));
      await expect(world.call('listHere', { way: way ?? [] })).rejects.toBeTruthy();
    },
  );

  test('a link in it is listed as one, and not read', async () => {
    await symlink('/etc/passwd', join(folder, 'passwd'));
    const { entries } = await world.call('listHere', { way: [] });
    expect(entries).toMatchObject([{ name: 'passwd', kind: 'link' }]);
    await upload(['passwd']);
    expect(await world.settled()).toMatchObject([{ state: 'failed' }]);
  });
});

describe('transfers', () => {
  test.for(['plain.dat', 'two words.dat', `it's "quoted".dat`, '-rf.dat', '実験メモ.dat'])(
    '%s comes back with the same hash',
    async (name) => {
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256));
      await writeFile(join(folder, name), bytes);
      await upload([name]);
      expect(await world.settled()).toMatchObject([{ state: 'done', size: bytes.length }]);
      const other = testFolder();
      const back = filesWorld(api, other);
      await back.call('chooseFolder', undefined);
      await back.call('download', { ...back.place, folder: home, way: [], names: [name] });
      const [done] = await back.settled();
      expect(done?.state).toBe('done');
      expect(sha256(await readFile(join(other, done?.savedAs ?? name)))).toBe(sha256(bytes));
    },
  );

  test('one that asks lets the others pass, and each answer does what it says', async () => {
    for (const name of ['skip.txt', 'both.txt', 'over.txt']) {
      await write(name, 'there');
      await writeFile(join(folder, name), 'here');
    }
    await writeFile(join(folder, 'free.txt'), 'here');
    await upload(['skip.txt', 'both.txt', 'over.txt', 'free.txt']);
    const asked = await world.settled();
    expect(asked.map(({ state }) => state)).toEqual(['asks', 'asks', 'asks', 'done']);
    expect(asked[0]?.conflict).toMatchObject({ there: { size: 5 }, here: { size: 4 } });
    const [skip, both, over] = asked.map(({ id }) => id);
    await world.call('answer', { ids: [skip ?? ''], choice: 'skip' });
    await world.call('answer', { ids: [both ?? ''], choice: 'both' });
    await world.call('answer', { ids: [over ?? ''], choice: 'overwrite' });
    const ended = await world.settled();
    expect(ended.map(({ state }) => state)).toEqual(['skipped', 'done', 'done', 'done']);
    expect(ended[1]?.savedAs).toBe('both (2).txt');
    const texts = await Promise.all(
      ['skip.txt', 'both.txt', 'both (2).txt', 'over.txt'].map(async (name) =>
        Buffer.from((await read(name)) ?? []).toString(),
      ),
    );
    expect(texts).toEqual(['there', 'there', 'here', 'here']);
    await world.call('clearEnded', undefined);
    expect((await world.call('snapshot', undefined)).transfers).toEqual([]);
  });

  test('a file that has changed since the question is asked about again', async () => {
    await write('moving.txt', 'there');
    await writeFile(join(folder, 'moving.txt'), 'here');
    await upload(['moving.txt']);
    const [asked] = await world.settled();
    await write('moving.txt', 'there, longer');
    await world.call('answer', { ids: [asked?.id ?? ''], choice: 'overwrite' });
    const [again] = await world.settled();
    expect(again).toMatchObject({ state: 'asks', conflict: { there: { size: 13 } } });
    expect(Buffer.from((await read('moving.txt')) ?? []).toString()).toBe('there, longer');
  });

  test('a download asks before it replaces, and checks once more', async () => {
    await write('down.txt', 'there');
    await writeFile(join(folder, 'down.txt'), 'here');
    await download(['down.txt']);
    const [asked] = await world.settled();
    expect(asked).toMatchObject({
      state: 'asks',
      conflict: { there: { size: 5 }, here: { size: 4 } },
    });
    await writeFile(join(folder, 'down.txt'), 'here, changed');
    await world.call('answer', { ids: [asked?.id ?? ''], choice: 'overwrite' });
    expect(await world.settled()).toMatchObject([{ state: 'asks' }]);
    expect(await readFile(join(folder, 'down.txt'), 'utf8')).toBe('here, changed');
    await world.call('answer', { ids: [asked?.id ?? ''], choice: 'both' });
    expect(await world.settled()).toMatchObject([{ state: 'done', savedAs: 'down (2).txt' }]);
    expect(await readFile(join(folder, 'down (2).txt'), 'utf8')).toBe('there');
    expect((await readdir(folder)).sort()).toEqual(['down (2).txt', 'down.txt']);
  });

  test('a file that the page hands over is uploaded; a cancelled or failed one starts over', async () => {
    const given = { ...world.place, folder: `${home}/no such folder`, changedAt: null };
    await world.call('uploadDropped', { ...given, name: 'dropped.txt', bytes: Buffer.from('x') });
    const [failed] = await world.settled();
    expect(failed?.state).toBe('failed');
    await world.call('makeFolder', world.at(`${home}/no such folder`));
    await world.call('retry', { ids: [failed?.id ?? ''] });
    expect(await world.settled()).toMatchObject([{ state: 'done' }]);
    await world.call('remove', { ...world.at(`${home}/no such folder`), kind: 'folder' });
  });

  test('those of a system that is removed are gone', async () => {
    await writeFile(join(folder, 'left.txt'), 'x');
    await upload(['left.txt']);
    await world.room.forget('s1');
    expect((await world.call('snapshot', undefined)).transfers).toEqual([]);
  });

  test('too many at once are refused', async () => {
    const names = Array.from({ length: 1000 }, (_, at) => `missing-${at}`);
    await upload(names);
    await expect(upload(['one more'])).rejects.toMatchObject({ code: 'transfers-too-many' });
    await world.room.close();
  });
});

describe('whole folders', () => {
  test('go up and come down with all that is in them, and without links', async () => {
    const top = '-実験 "1"';
    await mkdir(join(folder, top, 'inner', 'empty'), { recursive: true });
    await writeFile(join(folder, top, "it's.txt"), 'one');
    await writeFile(join(folder, top, 'inner', 'deep.txt'), 'two');
    await symlink('/etc/passwd', join(folder, top, 'link'));
    const given = { ...world.place, folder: home, way: [], names: [], folders: [top] };
    expect(await world.call('upload', given)).toEqual({ leftOut: 1 });
    expect((await world.settled()).map(({ state }) => state)).toEqual(['done', 'done']);
    // Once more: the folders are there, and their files ask.
    expect(await world.call('upload', given)).toEqual({ leftOut: 1 });
    expect((await world.settled()).map(({ state }) => state).slice(2)).toEqual(['asks', 'asks']);
    const other = testFolder();
    const back = filesWorld(api, other);
    await back.call('chooseFolder', undefined);
    expect(await back.call('download', given)).toEqual({ leftOut: 0 });
    expect((await back.settled()).map(({ state }) => state)).toEqual(['done', 'done']);
    const safe = '実験 -1';
    expect(await readdir(other)).toEqual([safe]);
    expect((await readdir(join(other, safe))).sort()).toEqual(['inner', "it's.txt"]);
    expect((await readdir(join(other, safe, 'inner'))).sort()).toEqual(['deep.txt', 'empty']);
    expect(await readFile(join(other, safe, 'inner', 'deep.txt'), 'utf8')).toBe('two');
    await world.call('remove', { ...world.at(`${home}/${top}`), kind: 'folder' });
  });

  test('do not go through a link or over a file that has their name', async () => {
    await mkdir(join(folder, 'outside'));
    await symlink(join(folder, 'outside'), join(folder, 'linked'));
    await world.call('makeFolder', world.at(`${home}/linked2`));
    await world.call('rename', { ...world.at(`${home}/linked2`), name: 'linked' });
    await write('linked/a.txt', 'x', 'create');
    const given = { ...world.place, folder: home, way: [], names: [], folders: ['linked'] };
    await expect(world.call('download', given)).rejects.toMatchObject({ code: 'file-exists' });
    expect(await readdir(join(folder, 'outside'))).toEqual([]);
    await world.call('remove', { ...world.at(`${home}/linked`), kind: 'folder' });
  });

  test('are not moved in part where they have too many files', async () => {
    await mkdir(join(folder, 'many'));
    for (let at = 0; at < 1001; at += 1) await writeFile(join(folder, 'many', `${at}`), '');
    const given = { ...world.place, folder: home, way: [], names: [], folders: ['many'] };
    await expect(world.call('upload', given)).rejects.toMatchObject({ code: 'transfers-too-many' });
    const { entries } = await world.call('list', world.at(home));
    expect(entries.map(({ name }) => name)).not.toContain('many');
  });
});
