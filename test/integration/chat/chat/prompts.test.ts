import { expect, test } from 'vitest';
import { createPrompts } from '../../../../main/chat/prompts/index.ts';
import { throughTheDoor } from '../../../support/worlds/door.ts';
import { nobody, recordFiles } from '../../../support/worlds/genai.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import { recordEvents, recordLog, temporaryFolder } from '../../../support/worlds/world.ts';

async function promptsWorld() {
  const folder = await temporaryFolder();
  const database = await startTestStorage(folder.path);
  const events = recordEvents();
  const files = recordFiles();
  const open = () => {
    const prompts = createPrompts({ database, files, emit: events.emit });
    return throughTheDoor({ prompts: prompts.calls }, recordLog()).prompts;
  };
  return {
    calls: open(),
    again: open,
    events,
    files,
    async [Symbol.asyncDispose]() {
      await database.close();
      await folder.remove();
    },
  };
}

const review = { name: 'Review', text: 'Review {{file=main.ts}}', folder: 'Work', tags: ['code'] };

test('prompts are kept, changed and removed, and every window is told', async () => {
  await using world = await promptsWorld();
  const { calls, events } = world;
  const saved = await calls.save({ id: null, ...review }, nobody);
  expect(saved).toMatchObject(review);
  await calls.save({ ...review, id: saved.id, name: 'Review it', tags: ['a', 'a'] }, nobody);
  expect(await world.again().snapshot(undefined, nobody)).toMatchObject([
    { ...review, id: saved.id, name: 'Review it', tags: ['a'] },
  ]);
  await calls.remove({ id: saved.id }, nobody);
  expect(await calls.snapshot(undefined, nobody)).toEqual([]);
  // undo puts it back under its id
  await calls.save({ ...review, id: saved.id }, nobody);
  expect(events.of('prompts.changed').map((list) => list.map(({ name }) => name))).toEqual([
    ['Review'],
    ['Review it'],
    [],
    ['Review'],
  ]);
});

test('the library goes into a file and comes back from it, without doubles', async () => {
  await using world = await promptsWorld();
  const { calls, files } = world;
  await calls.save({ id: null, ...review }, nobody);
  await calls.save({ id: null, name: '要約', text: '要約して', folder: '', tags: [] }, nobody);
  await calls.exportFile({}, nobody);
  const [file] = files.saved;
  if (file === undefined) throw new Error('nothing was saved');
  expect(await calls.importFile({ bytes: file.bytes }, nobody)).toEqual({ added: 0, known: 2 });
  await using other = await promptsWorld();
  expect(await other.calls.importFile({ bytes: file.bytes }, nobody)).toEqual({
    added: 2,
    known: 0,
  });
  const plain = (list: { name: string; text: string; folder: string; tags: string[] }[]) =>
    list.map(({ name, text, folder, tags }) => ({ name, text, folder, tags }));
  expect(plain(await other.calls.snapshot(undefined, nobody))).toEqual(
    plain(await calls.snapshot(undefined, nobody)),
  );
});

test.each([
  ['no JSON', 'hello'],
  ['another file', '{"format":"compute-desk-conversations","version":1,"prompts":[]}'],
  [
    'a prompt without a text',
    '{"format":"compute-desk-prompts","version":1,"prompts":[{"name":"x"}]}',
  ],
])('%s is refused whole', async (_, text) => {
  await using world = await promptsWorld();
  await expect(world.calls.importFile({ bytes: Buffer.from(text) }, nobody)).rejects.toMatchObject({
    code: 'prompts-unreadable',
  });
  expect(world.events.all).toEqual([]);
});
