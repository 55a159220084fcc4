import { describe, expect, test } from 'vitest';
import { portableFile, type SkippedPart } from '../../../../preload/contract/chat/portable.ts';
import {
  type Bounds,
  batchesOf,
  bounds,
} from '../../../../renderer/features/chat/conversations/transfer/batches.ts';
import { BadArchive, entriesOf } from '../../../../renderer/kit/archive.ts';
import { zipOf } from '../../../support/files/zip.ts';

const at = '2026-01-02T03:04:05.000Z';
const conversation = (title: string, size = 10) => ({
  title,
  mapping: {
    a: {
      parent: null,
      message: {
        author: { role: 'user' },
        content: { content_type: 'text', parts: ['x'.repeat(size)] },
      },
    },
  },
});

async function read(content: BlobPart, limits: Partial<Bounds> = {}) {
  return (await readWhole(content, limits)).batches;
}

async function readWhole(content: BlobPart, limits: Partial<Bounds> = {}) {
  const batches: { count: number; titles: string[] }[] = [];
  const attached: { hash: string; text: string }[] = [];
  const notes: SkippedPart[] = [];
  const reading = {
    now: at,
    attach: async () => 'refused' as const,
    note: (left: SkippedPart) => void notes.push(left),
  };
  for await (const part of batchesOf(new Blob([content]), reading, { ...bounds, ...limits })) {
    const text = new TextDecoder().decode(part.bytes);
    if (part.kind === 'attached') attached.push({ hash: part.hash, text });
    else {
      const { conversations } = portableFile.parse(JSON.parse(text));
      batches.push({ count: part.count, titles: conversations.map(({ title }) => title) });
    }
  }
  return { batches, attached, notes };
}
const packed = (files: Record<string, unknown>, options: Parameters<typeof zipOf>[1] = {}) =>
  zipOf(
    Object.fromEntries(
      Object.entries(files).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    options,
  );

/** Writes over a field of every head in the archive: in its list, and before each file. */
function spoil(
  archive: Uint8Array<ArrayBuffer>,
  inList: [at: number, value: number],
  inFile?: [at: number, value: number],
) {
  const spoilt = archive.slice();
  const view = new DataView(spoilt.buffer);
  for (let at = 0; at < spoilt.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + inList[0], inList[1], true);
    if (inFile !== undefined && view.getUint32(at, true) === 0x04034b50) {
      view.setUint32(at + inFile[0], inFile[1], true);
    }
  }
  return spoilt;
}

/** A conversation of our own, as a file has it. */
const own = (title: string, attachments: readonly unknown[] = [], size = 10) => ({
  ...{ title, model: null, createdAt: at, updatedAt: at, pinned: false, archived: false },
  ...{ tags: [], folder: null, parameters: {}, leafId: 'm1', startId: null, startSummary: null },
  messages: [
    {
      ...{ id: 'm1', parentId: null, role: 'user', content: 'y'.repeat(size), reasoning: '' },
      ...{ state: 'complete', model: null, finishReason: null, usage: null, problem: null },
      ...{ toolCalls: [], createdAt: at, firstByteAt: null, contentAt: null, endedAt: null },
      ...(attachments.length === 0 ? {} : { attachments }),
    },
  ],
});
const head = { format: 'compute-desk-conversations', version: 1 };
const hash = 'ab'.repeat(32);
const notes = {
  ...{ name: 'notes.txt', kind: 'text', encoding: 'utf-8', text: null, images: [], pages: null },
  mode: 'whole',
  file: {
    ...{ hash, type: 'text/plain', size: 8, width: null, height: null },
    ...{ characters: 8, tokens: 2 },
  },
};

describe('a JSON file', () => {
  test('is handed on in pieces of conversations', async () => {
    const list = [conversation('日本', 40), conversation('b', 40), conversation('c', 40)];
    const batches = await read(JSON.stringify(list), { batch: 1500 });
    expect(batches).toEqual([
      { count: 2, titles: ['日本', 'b'] },
      { count: 1, titles: ['c'] },
    ]);
  });

  test('of our own hands on what is attached before the conversation that needs it', async () => {
    const files = { [hash]: Buffer.from('contents').toString('base64') };
    const conversations = [own('a', [notes]), own('b')];
    const text = `\uFEFF${JSON.stringify({ ...head, conversations, files })}`;
    const read = await readWhole(text, { batch: 100 });
    expect(read.attached).toEqual([{ hash, text: 'contents' }]);
    expect(read.batches.flatMap(({ titles }) => titles)).toEqual(['a', 'b']);
    expect(read.notes).toEqual([]);
  });

  test('of our own as an archive has its files beside it', async () => {
    const archive = await packed({
      'conversations.json': { ...head, conversations: [own('a', [notes])] },
      [`files/${hash}.txt`]: 'contents',
    });
    const read = await readWhole(archive);
    expect(read.attached).toEqual([{ hash, text: 'contents' }]);
    expect(read.batches).toEqual([{ count: 1, titles: ['a'] }]);
  });

  test.each([
    ['not base64', { [hash]: '???' }, 'unreadable'],
    ['no text', { [hash]: 1 }, 'not-in-file'],
    ['no list', 'x', 'not-in-file'],
  ])('whose attached files are %s comes without them, and says so', async (_, files, reason) => {
    const whole = { ...head, conversations: [own('a', [notes])], files };
    const read = await readWhole(JSON.stringify(whole));
    expect(read.batches).toEqual([{ count: 1, titles: ['a'] }]);
    expect(read.notes).toEqual([{ conversation: 'a', kind: 'file', name: 'notes.txt', reason }]);
  });

  test('of our own with a message that cannot be read comes without it, its answers too', async () => {
    const whole = own('a');
    const [first] = whole.messages;
    const messages = [
      first,
      { ...first, id: 'm2', parentId: 'm1', role: 'robot' },
      { ...first, id: 'm3', parentId: 'm2', content: 'the end' },
      { ...first, id: 'm4', parentId: 'm9', content: 'from nowhere' },
      7,
    ];
    const text = JSON.stringify({
      ...head,
      conversations: [{ ...whole, messages }, { title: 'b' }],
    });
    const read = await readWhole(text);
    expect(read.batches).toEqual([{ count: 1, titles: ['a'] }]);
    expect(read.notes.map(({ name, reason }) => [name, reason])).toEqual([
      ['m2', 'unreadable'],
      ['#5', 'unreadable'],
      ['m4', 'moved'],
      ['b', 'unreadable'],
    ]);
  });

  test('of a later version is refused', async () => {
    await expect(
      read(JSON.stringify({ ...head, version: 2, conversations: [own('a')] })),
    ).rejects.toMatchObject({ code: 'import-unreadable' });
  });

  test.each([
    [
      'of another program',
      JSON.stringify([conversation('a'), conversation('b'), conversation('c')]),
    ],
    ['of our own', JSON.stringify({ ...head, conversations: [own('a'), own('b'), own('c')] })],
  ])('%s that was cut gives the conversations before the cut, and says so', async (_, text) => {
    const place = text.lastIndexOf('"c"');
    const { batches, notes } = await readWhole(text.slice(0, place));
    expect(batches.flatMap(({ titles }) => titles)).toEqual(['a', 'b']);
    expect(notes).toMatchObject([{ kind: 'file', reason: 'cut' }]);
  });

  test('in UTF-16 is read, and bytes that are no characters are told', async () => {
    const text = `\uFEFF${JSON.stringify([conversation('日本')])}`;
    const read = await readWhole(new Uint8Array(Buffer.from(text, 'utf16le')));
    expect(read.batches).toEqual([{ count: 1, titles: ['日本'] }]);
    expect(read.notes).toEqual([]);
    const latin = new Uint8Array(
      Buffer.from(JSON.stringify([conversation('caf\u00e9')]), 'latin1'),
    );
    const damaged = await readWhole(latin);
    expect(damaged.batches).toEqual([{ count: 1, titles: ['caf\ufffd'] }]);
    expect(damaged.notes).toMatchObject([{ kind: 'part', name: 'utf-8', reason: 'unreadable' }]);
  });

  test.each([
    ['no JSON', '{"a":'],
    ['empty', ''],
    ['an empty list', '[]'],
  ])('that is %s is refused', async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'import-unreadable' });
  });

  test('larger than the bound is refused, and a conversation larger than a call is left out', async () => {
    const text = JSON.stringify([conversation('a', 1000)]);
    await expect(read(text, { unpacked: 500 })).rejects.toMatchObject({ code: 'import-too-large' });
    expect((await readWhole(text, { conversation: 500 })).notes).toMatchObject([
      { kind: 'conversation', name: 'a', reason: 'too-large' },
    ]);
  });
});

describe('an archive', () => {
  test.each([0, 9] as const)(
    'gives its conversations and nothing else, at level %i',
    async (level) => {
      const archive = await packed(
        {
          'user.json': { email: 'nobody' },
          'export/conversations-000.json': [conversation('a')],
          'export/conversations-001.json': [conversation('b')],
          'export/shared_conversations.json': [conversation('not this')],
          'image.png': 'x'.repeat(5000),
        },
        { level },
      );
      const batches = await read(archive);
      expect(batches.flatMap(({ titles }) => titles)).toEqual(['a', 'b']);
    },
  );

  test('of the large kind (ZIP64) is read as well', async () => {
    const archive = await packed({ 'conversations.json': [conversation('a')] }, { zip64: true });
    expect(Buffer.from(archive).includes(Buffer.from([0x50, 0x4b, 0x06, 0x06]))).toBe(true);
    expect(await read(archive)).toEqual([{ count: 1, titles: ['a'] }]);
  });

  test('that unpacks to more than the bound is left there, whatever sizes it claims', async () => {
    const bomb = await packed({ 'conversations.json': ' '.repeat(40_000_000) });
    expect(bomb.length).toBeLessThan(100_000);
    await expect(read(bomb, { unpacked: 1_000_000 })).rejects.toMatchObject({
      code: 'import-too-large',
    });
    // One that says that there are 10 bytes is damaged from the 11th on.
    await expect(
      read(spoil(bomb, [24, 10], [22, 10]), { unpacked: 1_000_000 }),
    ).rejects.toMatchObject({
      code: 'import-unreadable',
    });
  });

  test('that is encrypted is refused', async () => {
    const archive = await packed(
      { 'conversations.json': [conversation('a')] },
      { password: 'secret', zipCrypto: true },
    );
    await expect(read(archive)).rejects.toMatchObject({ code: 'import-unreadable' });
  });

  test('whose list of files is larger than is read is refused', async () => {
    const archive = await packed({ 'conversations.json': [conversation('a')], 'b.json': {} });
    const file = new Blob([archive]);
    await expect(entriesOf(file, 90)).rejects.toThrow(BadArchive);
    expect((await entriesOf(file)).map(({ name }) => name)).toEqual([
      'conversations.json',
      'b.json',
    ]);
  });

  test('with conversations that together pass the bound is refused', async () => {
    const archive = await packed({
      'conversations-000.json': [conversation('a', 600)],
      'conversations-001.json': [conversation('b', 600)],
    });
    await expect(read(archive, { unpacked: 1000 })).rejects.toMatchObject({
      code: 'import-too-large',
    });
  });

  test('without conversations, cut short, or with another packing is refused', async () => {
    const archive = await packed({ 'conversations.json': [conversation('a')] });
    const other = spoil(archive, [10, 12], [8, 12]);
    for (const bad of [await packed({ 'a.txt': [] }), archive.slice(0, -30), other]) {
      await expect(read(bad)).rejects.toMatchObject({ code: 'import-unreadable' });
    }
  });

  test('cut or changed anywhere ends in an answer, never in another error', async () => {
    const archive = await packed({ 'conversations.json': [conversation('a', 400)] });
    const codes = new Set<string>();
    for (let at = 0; at < archive.length; at += 1) {
      const changed = archive.slice();
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      for (const bytes of [changed, archive.slice(0, at)]) {
        await read(bytes).then(
          () => codes.add('read'),
          (error: { code?: string }) => codes.add(error.code ?? String(error)),
        );
      }
    }
    expect([...codes].sort()).toEqual(['import-unreadable', 'read']);
  });
});
