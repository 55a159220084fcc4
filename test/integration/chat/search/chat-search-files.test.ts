import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import { attach, pngImage } from '../../../support/files/files.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';

async function find(world: ChatWorld, text: string, calls = world.chat.calls) {
  const found = await calls.conversations.search(
    { systemId, text, limit: 50, role: 'user' },
    nobody,
  );
  return found.hits.map(({ in: place, name, excerpt }) => [
    name === null ? null : { name, in: place },
    excerpt.map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece)).join(''),
  ]);
}

async function send(world: ChatWorld, text: string, attachments: Attachment[]) {
  const { id } = await world.chat.calls.conversations.create(
    { systemId, model: 'alpha3.8-27b' },
    nobody,
  );
  const said = { conversationId: id, text, attachments };
  const { answerId, messageId } = await world.chat.calls.chat.send(said, nobody);
  await world.ended(answerId);
  return { id, messageId };
}

test('messages are found by the names and texts of their files, and the hit says where', async () => {
  await using world = await chatWorld();
  const report = await attach(world.attachments, 'src/quarterly-report.txt', 'rows of numbers');
  const pdf = await attach(world.attachments, '論文.pdf', '%PDF-1.7 x');
  const pages = await attach(world.attachments, 'x', '[Page 1]\n東京都庁の計算機センター');
  const paper: Attachment = { ...pdf, text: pages.file, pages: 1 };
  const chart = await attach(world.attachments, 'Chart.png', pngImage(8, 8));
  await send(world, 'please summarise', [report, paper, chart]);

  expect(await find(world, 'quarterly')).toEqual([
    [{ name: 'src/quarterly-report.txt', in: 'file-name' }, 'src/[quarterly]-report.txt'],
  ]);
  expect(await find(world, 'chart')).toEqual([
    [{ name: 'Chart.png', in: 'file-name' }, '[Chart].png'],
  ]);
  expect(await find(world, '論文')).toEqual([
    [{ name: '論文.pdf', in: 'file-name' }, '[論文].pdf'],
  ]);
  expect(await find(world, '計算機')).toEqual([
    [{ name: '論文.pdf', in: 'file' }, '[Page 1] 東京都庁の[計算機]センター'],
  ]);
  expect(await find(world, 'numbers')).toEqual([
    [{ name: 'src/quarterly-report.txt', in: 'file' }, 'rows of [numbers]'],
  ]);
  // words of the message come first; terms may stand apart
  expect(await find(world, 'summarise')).toEqual([[null, 'please [summarise]']]);
  expect(await find(world, 'summarise numbers')).toHaveLength(1);
  // phrases do not reach from one text into another
  expect(await find(world, '"summarise src"')).toEqual([]);
  expect(await find(world, 'summarisesrc')).toEqual([]);
});

test('a hit deep in a long file is shown with what stands around it', async () => {
  await using world = await chatWorld();
  const filler = Array.from({ length: 60_000 }, (_, at) => `line ${at}`);
  filler[50_000] = 'here is the needle of it';
  const long = await attach(world.attachments, 'long.log', filler.join('\n'), {
    mode: 'reference',
  });
  await send(world, 'look', [long]);
  // a long file may take longer than a search waits for
  await expect.poll(async () => (await find(world, 'needle')).length).toBe(1);
  const [[place, text] = []] = await find(world, 'needle');
  expect(place).toEqual({ name: 'long.log', in: 'file' });
  expect(text).toContain('line 49999 here is the [needle] of it line 50001');
});

test('a file that is replaced or gone is found no more by its old text, by its name it is', async () => {
  await using world = await chatWorld();
  const old = await attach(world.attachments, 'a.txt', 'old words');
  const { id } = await send(world, 'look', [old]);
  expect(await find(world, 'old')).toHaveLength(1);
  const to = await attach(world.attachments, 'b.txt', 'new words');
  await world.chat.calls.requests.replaceAttachments(
    { id, files: [{ from: old.file.hash, to }] },
    nobody,
  );
  expect(await find(world, 'old')).toEqual([]);
  expect(await find(world, 'new')).toHaveLength(1);

  const { hash } = to.file;
  await rm(join(world.folder, 'attachments', hash.slice(0, 2), hash.slice(2)));
  // the index still has it, the file does not
  expect(await find(world, 'new')).toEqual([[null, 'look']]);
  expect(await find(world, 'a.txt')).toEqual([[{ name: 'a.txt', in: 'file-name' }, '[a.txt]']]);
});

test('what was attached before the index had files is found after a start', async () => {
  await using world = await chatWorld();
  const file = await attach(world.attachments, 'a.txt', 'words of old');
  const { messageId } = await send(world, 'look', [file]);
  await find(world, 'words');
  await world.database.run(
    { sql: 'DELETE FROM message_index' },
    {
      sql: `INSERT OR IGNORE INTO unindexed_messages SELECT number FROM messages WHERE id = ?`,
      params: [messageId],
    },
  );
  expect(await find(world, 'words', (await world.restart()).calls)).toHaveLength(1);
});
