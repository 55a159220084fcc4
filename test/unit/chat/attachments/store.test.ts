import { readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { largestFile, largestText } from '../../../../preload/contract/chat/attachments.ts';
import { attach } from '../../../support/files/files.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { testAttachments } from '../../../support/worlds/attachments.ts';
import { nobody } from '../../../support/worlds/genai.ts';

test('a file comes and goes in pieces; what is asked beyond its end is empty', async () => {
  const attachments = testAttachments({ folder: testFolder() });
  const text = 'x'.repeat(3_000_000);
  const { file } = await attach(attachments, 'a.txt', text);
  expect(file).toMatchObject({ size: text.length, characters: text.length });
  for (const kept of [false, true]) {
    if (kept) await attachments.keep([await attach(attachments, 'a.txt', text)]);
    const read = (from: number) =>
      attachments.calls.read({ hash: file.hash, from, length: 10 }, nobody);
    expect(await read(2_999_995)).toEqual({
      bytes: new Uint8Array(Buffer.from('xxxxx')),
      size: text.length,
    });
    expect((await read(9_000_000)).bytes).toHaveLength(0);
  }
});

test('sizes are bounded: announced, received, and of a text', async () => {
  const { calls } = testAttachments({ folder: testFolder() });
  const details = { name: 'a', limit: largestFile };
  await expect(calls.begin({ name: 'a', size: largestFile + 1 }, nobody)).rejects.toMatchObject({
    code: 'attachment-too-large',
    details,
  });
  const { uploadId } = await calls.begin({ name: 'a', size: 3 }, nobody);
  const bytes = Buffer.from('1234');
  await expect(calls.append({ uploadId, bytes }, nobody)).rejects.toMatchObject({
    code: 'attachment-too-large',
  });
  await expect(calls.finish({ uploadId }, nobody)).rejects.toMatchObject({ code: 'not-found' });
  const long = Buffer.alloc(largestText + 1, 0x61);
  await expect(
    attach(testAttachments({ folder: testFolder() }), 'long.txt', long),
  ).rejects.toMatchObject({ code: 'attachment-too-large', details: { limit: largestText } });
});

test('what is taken back is gone, and what was never there is said so', async () => {
  const attachments = testAttachments({ folder: testFolder() });
  const one = await attach(attachments, 'a.txt', 'text');
  await attachments.calls.discard({ hashes: [one.file.hash] }, nobody);
  await expect(attachments.keep([one])).rejects.toMatchObject({
    code: 'attachment-missing',
    details: { name: 'a.txt' },
  });
  const { uploadId } = await attachments.calls.begin({ name: 'b', size: 1 }, nobody);
  await attachments.calls.cancel({ uploadId }, nobody);
  await expect(attachments.calls.finish({ uploadId }, nobody)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('uploads that were left behind make room for others', async () => {
  let at = 0;
  const { calls } = testAttachments({ folder: testFolder(), now: () => new Date(at) });
  const { uploadId } = await calls.begin({ name: 'left', size: 1 }, nobody);
  at += 11 * 60_000;
  await calls.begin({ name: 'next', size: 1 }, nobody);
  await expect(calls.finish({ uploadId }, nobody)).rejects.toMatchObject({ code: 'not-found' });
});

test('a disk that takes nothing is said in words, and the file stays at hand', async () => {
  const folder = testFolder();
  await writeFile(join(folder, 'attachments'), 'a file in the place of the folder');
  const attachments = testAttachments({ folder });
  const one = await attach(attachments, 'a.txt', 'text');
  await expect(attachments.keep([one])).rejects.toMatchObject({
    code: 'attachment-not-kept',
    details: { name: 'a.txt' },
  });
  await rm(join(folder, 'attachments'));
  await attachments.keep([one]);
  expect(await testAttachments({ folder }).text(one.file.hash, 'a.txt')).toBe('text');
});

test('collecting touches nothing but files of ours', async () => {
  const folder = testFolder();
  const attachments = testAttachments({ folder });
  const one = await attach(attachments, 'a.txt', 'text');
  await attachments.keep([one]);
  const elsewhere = testFolder();
  await writeFile(join(elsewhere, 'precious'), 'x');
  const free = one.file.hash.startsWith('ab') ? 'ac' : 'ab';
  await symlink(elsewhere, join(folder, 'attachments', free));
  await attachments.collect(Promise.resolve(new Set()));
  await expect(attachments.read(one.file.hash, 'a.txt')).rejects.toMatchObject({
    code: 'attachment-missing',
  });
  expect(await readdir(elsewhere)).toEqual(['precious']);
});

test('files are kept, too, where those that nothing refers to could not be looked for', async () => {
  const folder = testFolder();
  const attachments = testAttachments({ folder });
  const one = await attach(attachments, 'a.txt', 'text');
  const lost = attachments.collect(Promise.reject(new Error('the database is gone')));
  await expect(lost).rejects.toThrow('the database is gone');
  await attachments.keep([one]);
  expect(await testAttachments({ folder }).text(one.file.hash, 'a.txt')).toBe('text');
});
