import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import { filesOf } from '../../../../preload/contract/chat/attachments.ts';
import { parameters } from '../../../../preload/contract/chat/conversation.ts';
import type { PortableConversation } from '../../../../preload/contract/chat/portable.ts';
import { batchesOf } from '../../../../renderer/features/chat/conversations/transfer/batches.ts';
import { attach, pngImage } from '../../../support/files/files.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';
const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const instant = fc
  .integer({ min: 0, max: 4_000_000_000 })
  .map((seconds) => new Date(seconds * 1000).toISOString());
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });

/** Conversations with everything that one can have, their messages in trees of any shape. */
function conversations(files: readonly Attachment[]): fc.Arbitrary<PortableConversation> {
  const message = fc.record({
    up: fc.nat(),
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: text,
    reasoning: text,
    state: fc.constantFrom('complete' as const, 'stopped' as const, 'failed' as const),
    model: orNull(text),
    finishReason: orNull(text),
    usage: orNull(
      fc.record(
        { inputTokens: fc.nat(), outputTokens: fc.nat(), cachedTokens: fc.nat() },
        { requiredKeys: ['inputTokens', 'outputTokens'] },
      ),
    ),
    problem: orNull(
      fc.constant({ code: 'disk-full' as const, details: { a: 1, b: 'x' }, retryable: true }),
    ),
    toolCalls: fc.array(
      fc.record({
        id: fc.string({ minLength: 1, maxLength: 9 }),
        name: text,
        arguments: text,
        state: fc.constantFrom('done' as const, 'failed' as const, 'refused' as const),
        result: orNull(text),
      }),
      { maxLength: 2 },
    ),
    leftOut: fc.constantFrom(null, true, false),
    attached: fc.subarray([...files]),
    ...{ createdAt: instant, firstByteAt: orNull(instant), contentAt: orNull(instant) },
    endedAt: orNull(instant),
  });
  return fc
    .record({
      ...{ title: text, model: orNull(text), createdAt: instant, updatedAt: instant },
      ...{ pinned: fc.boolean(), archived: fc.boolean(), system: text, seed: orNull(fc.integer()) },
      tags: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 9 }), { maxLength: 3 }),
      folder: orNull(fc.constantFrom('Papers', '論文')),
      ...{ leaf: fc.nat(), start: orNull(fc.nat()), startSummary: orNull(text) },
      ...{ imagesLeftOut: fc.boolean(), drafts: fc.array(message, { maxLength: 8 }) },
    })
    .map(({ drafts, leaf, start, system, seed, imagesLeftOut, ...facts }) => {
      const messages = drafts.map(({ up, attached, ...one }, at) => ({
        ...one,
        ...(attached.length === 0 ? {} : { attachments: attached }),
        id: `m${at + 1}`,
        parentId: up % (at + 1) === 0 ? null : `m${up % (at + 1)}`,
      }));
      const at = (place: number) => messages[place % Math.max(1, messages.length)]?.id ?? null;
      return {
        ...facts,
        ...(imagesLeftOut ? { imagesLeftOut } : {}),
        parameters: parameters.parse({ system, seed }),
        leafId: at(leaf),
        startId: start === null ? null : at(start),
        messages,
      };
    });
}

/** Takes in a file as a window does. */
async function taken(world: ChatWorld, bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const ids: string[] = [];
  const notes: unknown[] = [];
  const reading = {
    ...{ now: new Date().toISOString(), attach: async () => 'refused' as const },
    note: (left: unknown) => void notes.push(left),
  };
  for await (const part of batchesOf(new Blob([bytes]), reading)) {
    if (part.kind === 'attached') await world.attachments.take(part.bytes, part.hash);
    else {
      const { bytes: batch } = part;
      const said = await world.chat.calls.conversations.importFile(
        { systemId, bytes: batch },
        nobody,
      );
      ids.push(...said.ids);
      notes.push(...said.skipped);
    }
  }
  expect(notes).toEqual([]);
  return ids;
}

async function exported(world: ChatWorld, ids: string[], format: 'json' | 'zip') {
  await world.chat.calls.conversations.exportFile({ ids, format }, nobody);
  return new Uint8Array(world.saved.at(-1)?.bytes ?? []);
}

test('whatever a conversation has comes back from JSON and from ZIP, in an app that knows none of it', async () => {
  await using from = await chatWorld();
  const files = [
    await attach(from.attachments, 'src/notes.txt', 'words'),
    await attach(from.attachments, '図.png', pngImage(4, 4)),
  ];
  await from.attachments.keep(files);
  expect(files.flatMap(filesOf)).toHaveLength(2);
  await using to = await chatWorld();
  const lists = fc.array(conversations(files), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      lists,
      fc.constantFrom('json' as const, 'zip' as const),
      async (list, format) => {
        const head = { format: 'compute-desk-conversations', version: 1 };
        const bytes = Buffer.from(JSON.stringify({ ...head, conversations: list }));
        const first = await from.chat.calls.conversations.importFile({ systemId, bytes }, nobody);
        expect(first).toMatchObject({ ids: { length: list.length }, skipped: [], problem: null });
        const json = await exported(from, first.ids, 'json');
        expect(JSON.parse(Buffer.from(json).toString()).conversations).toEqual(
          JSON.parse(JSON.stringify(list)),
        );
        const ids = await taken(to, await exported(from, first.ids, format));
        expect(Buffer.from(await exported(to, ids, 'json')).equals(json)).toBe(true);
      },
    ),
    { numRuns: 12, seed: 7 },
  );
});

/** What an archive has, by its names. */
async function entriesOf(archive: Uint8Array): Promise<Map<string, Uint8Array>> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } = await import('@zip.js/zip.js');
  const reader = new ZipReader(new Uint8ArrayReader(archive), { useWebWorkers: false });
  const entries = new Map<string, Uint8Array>();
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) entries.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  }
  return entries;
}

test('Markdown goes out with the images and files beside it, under their names', async () => {
  await using world = await chatWorld();
  const attachments = [
    await attach(world.attachments, '図 1 (a).png', pngImage(4, 4)),
    await attach(world.attachments, 'b/図 1 (a).PNG', pngImage(5, 5)),
    await attach(world.attachments, 'notes.html', '<b>'),
  ];
  const { id } = await world.chat.calls.conversations.create(
    { systemId, model: 'alpha3.8-27b' },
    nobody,
  );
  const { answerId } = await world.chat.calls.chat.send(
    { conversationId: id, text: 'See', attachments },
    nobody,
  );
  await world.ended(answerId);
  await world.chat.calls.conversations.exportFile({ ids: [id], format: 'markdown-zip' }, nobody);
  const saved = world.saved.at(-1);
  expect(saved?.name).toMatch(/\.zip$/);
  const entries = await entriesOf(new Uint8Array(saved?.bytes ?? []));
  expect([...entries.keys()].sort()).toEqual([
    'conversations.md',
    'files/notes.html.txt',
    'images/図-1-a-2.png',
    'images/図-1-a.png',
  ]);
  const markdown = new TextDecoder().decode(entries.get('conversations.md'));
  expect(markdown).toContain('![図 1 (a).png](images/図-1-a.png)\n');
  expect(markdown).toContain('](images/図-1-a-2.png)\n');
  expect(markdown).toContain('- Attached: [notes.html](files/notes.html.txt)');
  expect(entries.get('images/図-1-a.png')).toEqual(new Uint8Array(pngImage(4, 4)));
});
