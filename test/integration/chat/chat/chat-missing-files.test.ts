import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import { attach, pngImage } from '../../../support/files/files.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';

/** A conversation to whose first message these were attached, and the app started anew. */
async function withFiles(world: ChatWorld, files: readonly Attachment[]) {
  const model = 'alpha3.8-27b';
  const { id } = await world.chat.calls.conversations.create({ systemId, model }, nobody);
  const attachments = [...files];
  const said = { conversationId: id, text: 'Look', attachments };
  const { answerId } = await world.chat.calls.chat.send(said, nobody);
  await world.ended(answerId);
  return id;
}

const place = (world: ChatWorld, { file: { hash } }: Attachment): string =>
  join(world.folder, 'attachments', hash.slice(0, 2), hash.slice(2));

async function sent(world: ChatWorld, count: number): Promise<string> {
  return JSON.stringify((await world.fake.seen(count)).body.messages);
}

async function withTwo(world: ChatWorld) {
  const image = await attach(world.attachments, 'a.png', pngImage(3, 3));
  const pdf = await attach(world.attachments, 'b.pdf', '%PDF-1.7 b');
  const text = await attach(world.attachments, 'b.txt', 'words of the PDF');
  const paper: Attachment = { ...pdf, text: text.file, pages: 1, mode: 'reference' };
  return { id: await withFiles(world, [image, paper]), image, paper };
}

test('files that are gone are named before sending, with two ways out', async () => {
  await using world = await chatWorld();
  const { id, image, paper } = await withTwo(world);
  await rm(place(world, image));
  if (paper.text !== null) await rm(place(world, { ...paper, file: paper.text }));
  const { chat, requests } = world.chat.calls;
  const found = await requests.check({ conversationId: id, text: 'more' }, nobody);
  expect(found.problems).toMatchObject([
    { code: 'attachment-missing', details: { name: 'a.png', files: 2 } },
  ]);
  const files = [image, paper].map(({ file, name }) => ({ hash: file.hash, name }));
  expect(found.remedies).toEqual([
    { kind: 'leave-out-files', files },
    { kind: 'attach-again', files },
  ]);
  await expect(chat.send({ conversationId: id, text: 'more' }, nobody)).rejects.toMatchObject({
    code: 'attachment-missing',
  });
  expect((await world.open(id)).messages).toHaveLength(2);
});

test('left out, the conversation goes on and the model is told', async () => {
  await using world = await chatWorld();
  const { id, image } = await withTwo(world);
  await rm(place(world, image));
  await world.chat.calls.requests.replaceAttachments(
    { id, files: [{ from: image.file.hash, to: null }] },
    nobody,
  );
  const told = world.events.of('chat.messageChanged').at(-1);
  expect(told?.message.attachments[0]).toMatchObject({ name: 'a.png', mode: 'left-out' });
  const check = await world.chat.calls.requests.check({ conversationId: id, text: 'more' }, nobody);
  expect(check).toMatchObject({ problems: [], images: 0 });
  await world.ask(id, 'more');
  expect(await sent(world, 2)).toContain('(The file a.png was attached here and is left out.)');
  // it stays so when the message is edited, the conversation copied, or its draft made of it
  const { messages } = await world.open(id);
  const attachments = messages[0]?.attachments ?? [];
  await world.chat.calls.drafts.set({ id, draft: '', attachments }, nobody);
  const copy = await world.chat.calls.conversations.duplicate({ id }, nobody);
  expect((await world.open(copy.id)).messages[0]?.attachments).toEqual(attachments);
});

test('attached again, the other file is sent under the old name', async () => {
  await using world = await chatWorld();
  const { id, image } = await withTwo(world);
  await rm(place(world, image));
  const png = pngImage(5, 5);
  const to = await attach(world.attachments, 'another name.png', png);
  await world.chat.calls.requests.replaceAttachments(
    { id, files: [{ from: image.file.hash, to }] },
    nobody,
  );
  await world.ask(id, 'more');
  expect(await sent(world, 2)).toContain(png.toString('base64'));
  expect((await world.open(id)).messages[0]?.attachments[0]?.name).toBe('a.png');
});

test('a file that was changed on the disk is told when it was read; the right one takes its place', async () => {
  await using world = await chatWorld();
  const png = pngImage(3, 3);
  const image = await attach(world.attachments, 'a.png', png);
  const id = await withFiles(world, [image]);
  await writeFile(place(world, image), pngImage(4, 4));
  const { answerId } = await world.chat.calls.chat.send(
    { conversationId: id, text: 'more' },
    nobody,
  );
  expect(await world.ended(answerId)).toMatchObject({ problem: { code: 'attachment-missing' } });
  const asked = { conversationId: id, text: '', answerId };
  const check = await world.chat.calls.requests.check(asked, nobody);
  expect(check.remedies.map(({ kind }) => kind)).toEqual(['leave-out-files', 'attach-again']);

  const to = await attach(world.attachments, 'a.png', png);
  await world.chat.calls.requests.replaceAttachments(
    { id, files: [{ from: image.file.hash, to }] },
    nobody,
  );
  const again = await world.chat.calls.chat.regenerate({ messageId: answerId }, nobody);
  expect(await world.ended(again.answerId)).toMatchObject({ state: 'complete' });
  expect(await sent(world, 2)).toContain(png.toString('base64'));
});

test('of what is being written a file that is gone is told too', async () => {
  await using world = await chatWorld();
  const { id } = await world.chat.calls.conversations.create(
    { systemId, model: 'alpha3.8-27b' },
    nobody,
  );
  const file = await attach(world.attachments, 'a.txt', 'words');
  const gone = { ...file, file: { ...file.file, hash: '0'.repeat(64) } };
  const attachments = [gone, file];
  const said = { text: 'x', attachments };
  const check = await world.chat.calls.requests.check({ conversationId: id, ...said }, nobody);
  const files = [{ hash: gone.file.hash, name: 'a.txt' }];
  expect(check.remedies).toMatchObject([{ kind: 'leave-out-files', files }, {}]);
});

test('an export goes on without the files that are gone, and so does its import', async () => {
  await using world = await chatWorld();
  const { id, image, paper } = await withTwo(world);
  await rm(place(world, image));
  await world.chat.calls.conversations.exportFile({ ids: [id], format: 'json' }, nobody);
  const bytes = world.saved[0]?.bytes ?? new Uint8Array();
  const { ids } = await world.chat.calls.conversations.importFile({ systemId, bytes }, nobody);
  const { messages } = await world.open(ids[0] ?? '');
  expect(messages[0]?.attachments).toEqual([{ ...image, mode: 'left-out' }, paper]);

  const whole = JSON.parse(Buffer.from(bytes).toString()) as { files: Record<string, string> };
  const without = Buffer.from(JSON.stringify({ ...whole, files: {} }));
  await using other = await chatWorld();
  const taken = await other.chat.calls.conversations.importFile(
    { systemId, bytes: without },
    nobody,
  );
  const imported = await other.open(taken.ids[0] ?? '');
  expect(imported.messages[0]?.attachments.map(({ mode }) => mode)).toEqual([
    'left-out',
    'left-out',
  ]);
});
