import { expect, test } from 'vitest';
import { smallDisk, whyNoSmallDisk } from '../../../support/processes/small-disk.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';
const reason = whyNoSmallDisk();
const needs = reason === null ? '' : ` [not run: ${reason}]`;
const at = '2026-01-02T03:04:05.000Z';

const conversation = (title: string, content: string) => ({
  ...{ title, model: null, createdAt: at, updatedAt: at, pinned: false, archived: false },
  ...{ tags: [], folder: null, parameters: {}, leafId: 'm2', startId: null, startSummary: null },
  messages: ['m1', 'm2'].map((id, place) => ({
    ...{ id, parentId: place === 0 ? null : 'm1', role: place === 0 ? 'user' : 'assistant' },
    ...{ content: place === 0 ? 'short' : content, reasoning: '', state: 'complete', model: null },
    ...{ finishReason: null, usage: null, problem: null, toolCalls: [], createdAt: at },
    ...{ firstByteAt: null, contentAt: null, endedAt: null },
  })),
});

test.skipIf(reason !== null)(
  `a disk that is full in the middle of an import: what came before is in, the rest is not, and that is said${needs}`,
  async () => {
    const disk = smallDisk(6);
    await using world = await chatWorld({ folder: disk.folder });
    const conversations = [
      conversation('first', 'a word'),
      conversation('large', 'words '.repeat(1_500_000)),
      conversation('third', 'a word'),
    ];
    const file = { format: 'compute-desk-conversations', version: 1, conversations };
    const bytes = Buffer.from(JSON.stringify(file));
    const taken = await world.chat.calls.conversations.importFile({ systemId, bytes }, nobody);
    expect(taken).toMatchObject({ messages: 2, skipped: [], problem: { code: 'disk-full' } });
    const kept = await world.chat.calls.conversations.snapshot({ systemId }, nobody);
    expect(kept.map(({ title }) => title)).toEqual(['first']);
    expect(taken.ids).toEqual(kept.map(({ id }) => id));
    expect((await world.open(taken.ids[0] ?? '')).messages).toHaveLength(2);
    expect(await world.database.get({ sql: 'SELECT count(*) AS count FROM messages' })).toEqual({
      count: 2,
    });
  },
);
