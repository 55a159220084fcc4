import { describe, expect, test } from 'vitest';
import {
  BadArchive,
  entriesOf,
} from '../../../renderer/features/conversations/transfer/archive.ts';
import {
  type Bounds,
  batchesOf,
  bounds,
} from '../../../renderer/features/conversations/transfer/batches.ts';
import { zipOf } from '../../support/zip.ts';

const conversation = (title: string, size = 10) => ({ title, mapping: {}, text: 'x'.repeat(size) });

async function read(content: BlobPart, limits: Partial<Bounds> = {}) {
  return (await readWhole(content, limits)).batches;
}

async function readWhole(content: BlobPart, limits: Partial<Bounds> = {}) {
  const batches: { count: number; value: unknown }[] = [];
  const attached: { hash: string; text: string }[] = [];
  for await (const part of batchesOf(new Blob([content]), { ...bounds, ...limits })) {
    const text = new TextDecoder().decode(part.bytes);
    if (part.kind === 'attached') attached.push({ hash: part.hash, text });
    else batches.push({ count: part.count, value: JSON.parse(text) });
  }
  return { batches, attached };
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

describe('a JSON file', () => {
  test('is handed on in pieces of conversations', async () => {
    const list = [conversation('日本', 40), conversation('b', 40), conversation('c', 40)];
    const batches = await read(JSON.stringify(list), { batch: 200 });
    expect(batches.map(({ count }) => count)).toEqual([2, 1]);
    expect(batches.flatMap(({ value }) => value)).toEqual(list);
  });

  test('of our own keeps its head in every piece', async () => {
    const head = { format: 'compute-desk-conversations', version: 1 };
    const conversations = [conversation('a', 90), conversation('b', 90)];
    const batches = await read(`\uFEFF${JSON.stringify({ ...head, conversations })}`, {
      batch: 100,
    });
    expect(batches.map(({ value }) => value)).toEqual([
      { ...head, conversations: [conversations[0]] },
      { ...head, conversations: [conversations[1]] },
    ]);
  });

  test('of our own hands on what is attached by itself, and in no piece of conversations', async () => {
    const head = { format: 'compute-desk-conversations', version: 1 };
    const files = { abc: Buffer.from('contents').toString('base64') };
    const conversations = [conversation('a', 90), conversation('b', 90)];
    const read = await readWhole(JSON.stringify({ ...head, conversations, files }), { batch: 100 });
    expect(read.attached).toEqual([{ hash: 'abc', text: 'contents' }]);
    expect(read.batches.map(({ value }) => value)).toEqual(
      conversations.map((one) => ({ ...head, conversations: [one] })),
    );
  });

  test.each([
    ['not base64', { abc: '???' }],
    ['no text', { abc: 1 }],
    ['no list', 'x'],
  ])('whose attached files are %s is refused', async (_, files) => {
    const head = { format: 'compute-desk-conversations', version: 1 };
    const whole = { ...head, conversations: [conversation('a')], files };
    await expect(read(JSON.stringify(whole))).rejects.toMatchObject({ code: 'import-unreadable' });
  });

  test.each([
    ['no JSON', '{"a":'],
    ['empty', ''],
    ['an empty list', '[]'],
  ])('that is %s is refused', async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'import-unreadable' });
  });

  test('larger than the bound, or with a conversation larger than a call, is refused', async () => {
    const text = JSON.stringify([conversation('a', 1000)]);
    await expect(read(text, { unpacked: 500 })).rejects.toMatchObject({ code: 'import-too-large' });
    await expect(read(text, { conversation: 500 })).rejects.toMatchObject({
      code: 'import-too-large',
    });
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
      expect(batches.flatMap(({ value }) => value)).toMatchObject([{ title: 'a' }, { title: 'b' }]);
    },
  );

  test('of the large kind (ZIP64) is read as well', async () => {
    const archive = await packed({ 'conversations.json': [conversation('a')] }, { zip64: true });
    expect(Buffer.from(archive).includes(Buffer.from([0x50, 0x4b, 0x06, 0x06]))).toBe(true);
    expect((await read(archive)).flatMap(({ value }) => value)).toMatchObject([{ title: 'a' }]);
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
    await expect(entriesOf(file, () => true, 90)).rejects.toThrow(BadArchive);
    expect(await entriesOf(file, () => true)).toHaveLength(2);
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
    for (const bad of [await packed({ 'a.json': [] }), archive.slice(0, -30), other]) {
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
