/** Main's side of opening: the end of the branch on screen, a stretch in its middle, a message far up. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type StorageMethods } from '../../../main/base/storage/database.ts';
import { connectWorker } from '../../../main/base/workers/connect.ts';
import { startThread } from '../../../main/hosts/workers/thread.ts';
import { branchRows } from '../../support/files/branch-rows.ts';
import { noAttachments, noFiles, noGenai, noTools } from '../../support/worlds/chat.ts';
import { startChat } from '../../support/worlds/started-chat.ts';
import { startMemoryStorage } from '../../support/worlds/storage.ts';
import { recordLog, testSystem, testSystems } from '../../support/worlds/world.ts';

import type { Print } from './print.ts';

const rounds = 300;
const shown = 40;
const nobody = { id: 'bench' };
/** Against a conversation of 10 messages, and against as many messages as are shown. */
export async function measureMain(print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'compute-desk-bench-'));
  // its own thread, which ends with it; one of the tests' would keep the process
  const worker = startThread(new URL('../../../main/storage-worker.ts', import.meta.url));
  const database = await openDatabase(
    connectWorker<StorageMethods>(worker),
    join(folder, 'compute-desk.sqlite'),
  );
  const systems = await testSystems(database, testSystem(null));
  const chat = await startChat({
    systems,
    genai: noGenai,
    tools: noTools,
    attachments: noAttachments,
    files: noFiles,
    database,
    openMemory: startMemoryStorage,
    emit: () => undefined,
    log: recordLog(),
  });

  async function fill(id: string, count: number): Promise<void> {
    const at = new Date(0).toISOString();
    const text = 'Some words of an answer, as long as answers often are. '.repeat(20);
    const one = { id, systemId: 'system-1', count, content: () => text, at: () => at };
    await database.run(...branchRows(one));
  }
  await fill('short', 10);
  await fill('screen', shown);
  await fill('long', 10_000);
  // The index of the search is no part of what is measured.
  await chat.calls.conversations.search({ systemId: 'system-1', text: 'words', limit: 1 }, nobody);

  async function median(work: () => Promise<unknown>): Promise<number> {
    const spent: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = performance.now();
      await work();
      spent.push(performance.now() - before);
    }
    return spent.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  }
  const openEnd = (id: string) => () =>
    chat.calls.conversations.openEnd({ id, count: shown }, nobody);
  const page = (start: number) => () =>
    chat.calls.branches.page({ conversationId: 'long', start, count: shown }, nobody);

  const ten = await median(openEnd('short'));
  const screen = await median(openEnd('screen'));
  const long = await median(openEnd('long'));
  print('ms', 'main: the end of 10,000 messages', long, ten, '10 messages');
  print('ms', 'main: the end of 10,000 messages, as many shown', long, screen, '40 messages');
  print('ms', 'main: a stretch in the middle', await median(page(5000)), screen, '40 messages');
  print('ms', 'main: the first stretch', await median(page(0)), screen, '40 messages');
  print(
    'ms',
    'main: the place of a message far up',
    await median(() => chat.calls.branches.locate({ messageId: 'long-5' }, nobody)),
    screen,
    '40 messages',
  );
  await chat.close();
  await database.close();
  await rm(folder, { recursive: true });
}
