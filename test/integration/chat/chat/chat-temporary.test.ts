import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attach } from '../../../support/files/files.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import {
  ask,
  conversation,
  onDisk,
  received,
  systemId,
} from '../../../support/worlds/chat-attachments.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const secret = 'zanzibar-quokka';

/** The files of the data folder that have these words anywhere in their bytes. */
async function filesWith(world: ChatWorld, words: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await readdir(world.folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && (await readFile(path)).includes(words)) found.push(path);
  }
  return found;
}

test('what was typed and attached before a conversation was made temporary is nowhere on the disk afterwards', async () => {
  await using world = await chatWorld();
  const { newDraft } = world.chat.calls;
  // longer than a page of the database, then shorter, then gone: each leaves traces of its own
  for (const times of [2_000, 1, 300]) {
    const draft = `${secret} `.repeat(times);
    await newDraft.set({ systemId, draft }, nobody);
  }
  const asking = { model: null, parameters: { system: `Know of ${secret}.` } };
  await newDraft.set({ systemId, asking }, nobody);
  const removed = await attach(world.attachments, 'removed.txt', `removed ${secret}`);
  const file = await attach(world.attachments, 'plan.txt', `the plan of ${secret}`);
  await newDraft.set({ systemId, attachments: [removed, file] }, nobody);
  await newDraft.set({ systemId, attachments: [file] }, nobody);
  expect(await filesWith(world, secret)).not.toEqual([]);
  expect(await onDisk(world)).toContain(file.file.hash);

  // what was written is handed over: it goes on in the window alone
  expect(await newDraft.forget({ systemId }, nobody)).toMatchObject({
    draft: `${secret} `.repeat(300),
    attachments: [file],
  });
  expect(await filesWith(world, secret)).toEqual([]);
  expect(await onDisk(world)).toEqual([]);
  expect(await newDraft.snapshot({ systemId }, nobody)).toMatchObject({
    draft: '',
    attachments: [],
  });

  // the composer still has both, and sends them
  const id = await conversation(world, { temporary: true });
  expect(await ask(world, id, secret, [file])).toMatchObject({ state: 'complete' });
  expect(JSON.stringify(await received(world, 1))).toContain(`the plan of ${secret}`);
  expect(await filesWith(world, secret)).toEqual([]);
});

test('a file that something kept refers to stays on the disk', async () => {
  await using world = await chatWorld();
  const { newDraft } = world.chat.calls;
  const file = await attach(world.attachments, 'both.txt', 'of both');
  const id = await conversation(world);
  await ask(world, id, 'kept', [file]);
  await newDraft.set({ systemId, attachments: [file] }, nobody);
  await newDraft.forget({ systemId }, nobody);
  expect(await onDisk(world)).toEqual([file.file.hash]);
});

test('a draft that is being written while it is forgotten is forgotten; one written afterwards is kept', async () => {
  await using world = await chatWorld();
  const { newDraft } = world.chat.calls;
  const file = await attach(world.attachments, 'late.txt', `late ${secret}`);
  await Promise.all([
    newDraft.set({ systemId, draft: secret, attachments: [file] }, nobody),
    newDraft.forget({ systemId }, nobody),
  ]);
  expect(await filesWith(world, secret)).toEqual([]);
  await newDraft.set({ systemId, draft: 'kept again', attachments: [file] }, nobody);
  expect(await newDraft.snapshot({ systemId }, nobody)).toMatchObject({
    draft: 'kept again',
    attachments: [file],
  });
  expect(existsSync(join(world.folder, 'attachments'))).toBe(true);
  expect(await onDisk(world)).toEqual([file.file.hash]);
});
