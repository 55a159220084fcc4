import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Attachment } from '../../preload/contract/chat/attachments.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { connectWebClient, type WebClient } from '../support/servers/web-client.ts';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function open(dataFolder: string) {
  const app = await startApp({ dataFolder });
  onTestFinished(() => app.stop());
  const client = await connectWebClient(app.url);
  onTestFinished(() => client.close());
  return { app, client };
}

async function newConversation(client: WebClient): Promise<string> {
  const { id: systemId } = await client.call('systems.add', {
    name: 'Alpha',
    webApiUrl: 'https://127.0.0.1:9',
    authUrl: null,
    genaiUrl: 'https://127.0.0.1:9',
    authorities: [],
    certificateId: null,
  });
  return (await client.call('conversations.create', { systemId, model: 'some-model' })).id;
}

/** A text of 24 MB that no other test has, taken in as a window does. */
async function upload(client: WebClient): Promise<Attachment> {
  const bytes = Buffer.from(randomBytes(12 * 1024 * 1024).toString('hex'));
  const name = 'large.txt';
  const { uploadId } = await client.call('attachments.begin', { name, size: bytes.length });
  const step = 4 * 1024 * 1024;
  for (let at = 0; at < bytes.length; at += step) {
    const piece = new Uint8Array(bytes.subarray(at, at + step));
    await client.call('attachments.append', { uploadId, bytes: piece });
  }
  const file = await client.call('attachments.finish', { uploadId });
  const plain = { encoding: 'utf-8', text: null, images: [], pages: null } as const;
  return { name, kind: 'text', file, ...plain, images: [], mode: 'reference' };
}

/** Names of the stored files, and of those that are being written. */
async function stored(dataFolder: string): Promise<string[]> {
  const folder = join(dataFolder, 'attachments');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

const beingWritten = (path: string): boolean => path.endsWith('.tmp');

test.each([
  ['while it is being written', (paths: string[]) => paths.some(beingWritten)],
  ['as soon as it lies there', (paths: string[]) => paths.some((path) => !beingWritten(path))],
  ['after that was told', null],
])('kill -9 %s leaves no half file, and no message that points to nothing', async (_, moment) => {
  const dataFolder = testFolder();
  const { app, client } = await open(dataFolder);
  const id = await newConversation(client);
  // one that is empty would not be kept over a start
  await client.call('drafts.set', { id, draft: 'kept' });
  const attachment = await upload(client);
  let answered = false;
  const kept = client.call('drafts.set', { id, attachments: [attachment] }).then(
    () => {
      answered = true;
    },
    (why: unknown) => expect(why).toBe('gone'),
  );
  while (!answered && moment?.(await stored(dataFolder)) !== true) await setImmediate();
  if (moment === null) await kept;
  await app.kill();
  await kept;
  client.close();

  const again = await open(dataFolder);
  const { draftAttachments } = await again.client.call('conversations.open', { id });
  if (moment === null) expect(draftAttachments).toEqual([attachment]);
  for (const { file } of draftAttachments) {
    const read = await again.client.call('attachments.read', {
      hash: file.hash,
      from: 0,
      length: 1000,
    });
    expect(read.size).toBe(file.size);
  }
  // what no message names goes in the background
  await expect
    .poll(() => stored(dataFolder))
    .toHaveLength(new Set(draftAttachments.map(({ file }) => file.hash)).size);
  for (const path of await stored(dataFolder)) {
    const hash = path.split('/').slice(-2).join('');
    expect(hashOf(await readFile(path))).toBe(hash);
  }
  // and the same file can be attached
  const once = await upload(again.client);
  await again.client.call('drafts.set', { id, attachments: [once] });
  expect((await again.client.call('conversations.open', { id })).draftAttachments).toEqual([once]);
});
