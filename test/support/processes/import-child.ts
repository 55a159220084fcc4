/**
 * Takes in many conversations with a file each into the folder of argv[2], to be killed in the middle; prints a
 * line for each that is in.
 */
import { join } from 'node:path';
import { createAttachments } from '../../../main/chat/attachments/index.ts';
import { createConversations } from '../../../main/chat/conversations/index.ts';
import { noFiles } from '../worlds/chat.ts';
import { throughTheDoor } from '../worlds/door.ts';
import { nobody } from '../worlds/genai.ts';
import { startMemoryStorage, startTestStorage } from '../worlds/storage.ts';
import { recordLog, testSystem, testSystems } from '../worlds/world.ts';

/** Messages of each conversation. */
const long = 400;
const at = '2026-01-02T03:04:05.000Z';

const [folder = ''] = process.argv.slice(2);
const database = await startTestStorage(folder);
const system = testSystem('http://127.0.0.1:1');
const attachments = createAttachments({ folder });
const log = recordLog();
const conversations = await createConversations({
  systems: await testSystems(database, system),
  ...{ attachments, files: noFiles, database, openMemory: startMemoryStorage, log },
  emit: (name) => {
    if (name === 'conversations.changed') process.stdout.write('in\n');
  },
});

async function conversation(number: number) {
  const file = await attachments.take(Buffer.from(`file ${number}`), 'a.txt');
  const attachment = {
    ...{ name: 'a.txt', kind: 'text', file, encoding: 'utf-8', text: null, images: [] },
    ...{ pages: null, mode: 'whole' },
  };
  return {
    ...{ title: `${number}`, model: null, createdAt: at, updatedAt: at, pinned: false },
    ...{ archived: false, tags: [], folder: 'From elsewhere', parameters: {} },
    ...{ leafId: `m${long}`, startId: null, startSummary: null },
    messages: Array.from({ length: long }, (_, place) => ({
      ...{ id: `m${place + 1}`, parentId: place === 0 ? null : `m${place}`, role: 'user' },
      ...{ content: `word ${place} `.repeat(50), reasoning: '', state: 'complete', model: null },
      ...{ finishReason: null, usage: null, problem: null, toolCalls: [], createdAt: at },
      ...{ firstByteAt: null, contentAt: null, endedAt: null },
      ...(place === 0 ? { attachments: [attachment] } : {}),
    })),
  };
}

const file = {
  ...{ format: 'compute-desk-conversations', version: 1 },
  conversations: await Promise.all(Array.from({ length: 200 }, (_, at) => conversation(at))),
};
process.stdout.write(`begun ${join(folder)}\n`);
await throughTheDoor(conversations.calls, log).conversations.importFile(
  { systemId: system.id, bytes: Buffer.from(JSON.stringify(file)) },
  nobody,
);
