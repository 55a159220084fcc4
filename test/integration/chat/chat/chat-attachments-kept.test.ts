import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import { parameters as parametersShape } from '../../../../preload/contract/chat/conversation.ts';
import { attach, pngImage } from '../../../support/files/files.ts';
import { gate, says } from '../../../support/servers/fake-genai.ts';
import { testAttachments } from '../../../support/worlds/attachments.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import {
  ask,
  conversation,
  onDisk,
  received,
  seeing,
  systemId,
} from '../../../support/worlds/chat-attachments.ts';
import { nobody } from '../../../support/worlds/genai.ts';

test('equal files are stored once, for the user alone; drafts and queued messages keep theirs', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const one = await attach(world.attachments, 'one.txt', 'the same');
  const two = await attach(world.attachments, 'two.txt', 'the same');
  expect(await onDisk(world)).toEqual([]);
  await world.chat.calls.drafts.set({ id, draft: '', attachments: [one, two] }, nobody);
  expect(await onDisk(world)).toEqual([one.file.hash]);
  const path = join(world.folder, 'attachments', one.file.hash.slice(0, 2));
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(path, one.file.hash.slice(2)))).mode & 0o777).toBe(0o600);

  await world.chat.calls.drafts.set({ id, draft: 'words' }, nobody);
  const again = await world.restart();
  const { draftAttachments } = await again.calls.conversations.open({ id }, nobody);
  expect(draftAttachments.map(({ name }) => name)).toEqual(['one.txt', 'two.txt']);
  await ask(world, id, 'sent', draftAttachments);
  expect((await world.open(id)).draftAttachments).toEqual([]);
});

test('a message that waits is sent with its files', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const opened = gate();
  world.fake.queue(async (response, request) => {
    await opened.opened;
    await says('first')(response, request);
  });
  const { answerId } = await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  const attachments = [await attach(world.attachments, 'q.txt', 'queued text')];
  const queued = await world.chat.calls.chat.queue(
    { conversationId: id, text: '', attachments },
    nobody,
  );
  expect(queued.attachments).toEqual(attachments);
  opened.open();
  await world.ended(answerId);
  expect((await received(world, 2)).at(-1)?.content).toContain('queued text');
});

test('an edited message keeps its files unless others are given', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const file = await attach(world.attachments, 'a.txt', 'contents');
  await ask(world, id, 'one', [file]);
  const [first] = (await world.open(id)).messages;
  const messageId = first?.id ?? '';
  const kept = await world.chat.calls.chat.edit({ messageId, text: 'two' }, nobody);
  await world.ended(kept.answerId);
  expect((await received(world, 2)).at(-1)?.content).toMatch(/contents[\s\S]*two$/);
  const without = await world.chat.calls.chat.edit(
    { messageId, text: 'three', attachments: [] },
    nobody,
  );
  await world.ended(without.answerId);
  expect((await received(world, 3)).at(-1)?.content).toBe('three');
  await expect(
    world.chat.calls.chat.edit({ messageId, text: '', attachments: [] }, nobody),
  ).rejects.toMatchObject({ code: 'contract-invalid-input' });
});

test('files that nothing refers to are gone after the next start; a removed conversation keeps its own until then', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const file = await attach(world.attachments, 'a.txt', 'kept');
  await ask(world, id, 'x', [file]);
  const { hash } = file.file;
  const folder = join(world.folder, 'attachments', hash.slice(0, 2));
  // What a crash leaves: a file without a row, and half of one.
  const orphan = hash.slice(0, 2) + 'f'.repeat(62);
  await writeFile(join(folder, orphan.slice(2)), 'written, and then the power went');
  await writeFile(join(folder, `${hash.slice(2)}.0123456789ab.tmp`), 'ke');
  await world.chat.calls.conversations.remove({ id }, nobody);
  await world.chat.calls.conversations.restore({ id }, nobody);

  await world.restart();
  const probe = await attach(world.attachments, 'probe.txt', 'probe');
  // Keeping waits for the collection that the start began.
  await world.attachments.keep([probe]);
  expect(await onDisk(world)).toEqual([hash, probe.file.hash].sort());

  await world.chat.calls.conversations.remove({ id }, nobody);
  expect(await onDisk(world)).toContain(hash);
  await world.restart();
  await world.attachments.keep([await attach(world.attachments, 'probe.txt', 'another')]);
  expect(await onDisk(world)).not.toContain(hash);
});

test('what a temporary conversation attaches is never on the disk', async () => {
  await using world = await chatWorld();
  const id = await conversation(world, { temporary: true });
  const file = await attach(world.attachments, 'secret.txt', 'not for the disk');
  await world.chat.calls.drafts.set({ id, draft: 'x', attachments: [file] }, nobody);
  await ask(world, id, 'x', [file]);
  expect((await received(world, 1))[0]?.content).toContain('not for the disk');
  expect(await onDisk(world)).toEqual([]);
  // Another window that lets go of it does not take it away.
  await world.attachments.calls.discard({ hashes: [file.file.hash] }, nobody);
  await world.ask(id, 'again');
  expect((await received(world, 2))[0]?.content).toContain('not for the disk');
});

test('a fork and a copy have the files too', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const file = await attach(world.attachments, 'a.txt', 'contents');
  const answer = await ask(world, id, 'x', [file]);
  await world.chat.calls.requests.setImagesLeftOut({ id, leftOut: true }, nobody);
  const fork = await world.chat.calls.conversations.fork({ messageId: answer.id }, nobody);
  const copy = await world.chat.calls.conversations.duplicate({ id }, nobody);
  for (const one of [fork, copy]) {
    const open = await world.open(one.id);
    expect(open.messages[0]?.attachments).toEqual([file]);
    expect(open.imagesLeftOut).toBe(true);
  }
});

test('an export has the files in it and comes back the same; markdown names them', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const attachments = [
    await attach(world.attachments, 'a.png', pngImage(3, 3)),
    await attach(world.attachments, 'docs/b.md', '# b'),
  ];
  await ask(world, id, 'x', attachments);
  await world.chat.calls.conversations.exportFile({ ids: [id], format: 'json' }, nobody);
  await world.chat.calls.conversations.exportFile({ ids: [id], format: 'markdown' }, nobody);
  const [json, markdown] = world.saved.map(({ bytes }) => Buffer.from(bytes).toString());
  expect(markdown).toContain('- Attached: a.png\n- Attached: docs/b.md\n\nx');

  await using other = await chatWorld();
  const bytes = Buffer.from(json ?? '');
  const { ids } = await other.chat.calls.conversations.importFile({ systemId, bytes }, nobody);
  expect(await onDisk(other)).toEqual(attachments.map(({ file }) => file.hash).sort());
  await other.chat.calls.conversations.exportFile({ ids, format: 'json' }, nobody);
  expect(Buffer.from(other.saved[0]?.bytes ?? []).toString()).toBe(json);

  const lying = (json ?? '').replaceAll(attachments[1]?.file.hash ?? '', 'a'.repeat(64));
  await expect(
    other.chat.calls.conversations.importFile({ systemId, bytes: Buffer.from(lying) }, nobody),
  ).rejects.toMatchObject({ code: 'import-unreadable' });
});

test('a file that was changed on the disk is not sent, and the message says which', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const file = await attach(world.attachments, 'a.png', pngImage(3, 3));
  await ask(world, id, 'x', [file]);
  const { hash } = file.file;
  await writeFile(
    join(world.folder, 'attachments', hash.slice(0, 2), hash.slice(2)),
    pngImage(4, 4),
  );
  const fresh = testAttachments({ folder: world.folder });
  await expect(fresh.verified([file])).rejects.toMatchObject({
    code: 'attachment-missing',
    details: { name: 'a.png' },
  });
  const { answerId } = await world.chat.calls.chat.send({ conversationId: id, text: 'y' }, nobody);
  expect(await world.ended(answerId)).toMatchObject({
    state: 'failed',
    problem: { code: 'attachment-missing', details: { name: 'a.png' } },
  });
});

test('what a window claims of a file does not count', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const text = await attach(world.attachments, 'a.txt', 'text');
  const lie = { ...text, file: { ...text.file, tokens: 0, size: 1, characters: 1 } };
  await world.chat.calls.drafts.set({ id, draft: '', attachments: [lie] }, nobody);
  expect((await world.open(id)).draftAttachments).toEqual([text]);
  const send = (attachments: Attachment[]) =>
    world.chat.calls.chat.send({ conversationId: id, text: 'x', attachments }, nobody);
  await expect(send([{ ...text, kind: 'image' }])).rejects.toMatchObject({
    code: 'attachment-unsupported',
  });
  const unknown = { ...text, file: { ...text.file, hash: '0'.repeat(64) } };
  await expect(send([unknown])).rejects.toMatchObject({ code: 'attachment-missing' });
});

test('early turns are weighed with their files when some must be left out', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  await world.chat.calls.conversations.setParameters(
    { id, parameters: parametersShape.parse({ maxTokens: 1000 }) },
    nobody,
  );
  const long = '文'.repeat(200_000);
  await ask(world, id, 'x', [await attach(world.attachments, 'long.txt', long)]);
  const attachments = [await attach(world.attachments, 'more.txt', '字'.repeat(200_000))];
  const check = await world.chat.calls.requests.check(
    { conversationId: id, text: 'y', attachments },
    nobody,
  );
  expect(check.problems).toMatchObject([{ code: 'context-overflow' }]);
  expect(check.remedies).toContainEqual({ kind: 'read-in-parts', files: 1, tokens: 200_000 });
});

test('the draft of a conversation that has not begun keeps its files over a restart', async () => {
  await using world = await chatWorld();
  const file = await attach(world.attachments, 'a.txt', 'contents');
  const { set } = world.chat.calls.newDraft;
  await set({ systemId, draft: '', attachments: [file] }, nobody);
  await set({ systemId, draft: 'words' }, nobody);
  const again = await world.restart();
  const draft = { draft: 'words', attachments: [file] };
  expect(await again.calls.newDraft.snapshot({ systemId }, nobody)).toMatchObject(draft);
  await world.attachments.keep([await attach(world.attachments, 'probe.txt', 'probe')]);
  expect(await onDisk(world)).toContain(file.file.hash);
  const input = { systemId, model: seeing, parameters: parametersShape.parse({}) };
  const check = await again.calls.requests.checkNew(
    { ...input, text: '', attachments: [file] },
    nobody,
  );
  expect(check.inputTokens).toBeGreaterThan(5);
});
