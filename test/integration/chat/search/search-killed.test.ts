import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createSearch } from '../../../../main/chat/conversations/search/index.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { keepMessages } from '../../../support/files/kept-messages.ts';
import { patience } from '../../../support/patience.ts';
import { noAttachments } from '../../../support/worlds/chat.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';

const child = fileURLToPath(new URL('../../../support/processes/search-child.ts', import.meta.url));
const systemId = 'system-1';
const count = 4000;
const log = {
  info: () => undefined,
  error: (event: string, cause: unknown): never => {
    throw new Error(event, { cause });
  },
};

test('kill -9 while the index is built: every message is found once afterwards, and what was removed is not', {
  timeout: patience(60_000),
}, async () => {
  const folder = testFolder();
  const database = await startTestStorage(folder);
  const texts = Array.from({ length: count }, (_, at) => `第${at}回の予算 ${'filler '.repeat(40)}`);
  await keepMessages(database, systemId, texts);
  // as an earlier version of the app would have left it: all of it is to be built anew
  await database.run({ sql: 'UPDATE message_index_format SET format = 2' });
  await database.close();

  const left: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const started = spawn(process.execPath, [child, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: started.stdout });
    for (let wanted = round + 1; wanted > 0; wanted -= 1) {
      const [line] = await once(lines, 'line');
      left.push(Number(line));
    }
    started.kill('SIGKILL');
    await once(started, 'close');
  }
  expect(Math.min(...left)).toBeLessThan(count);
  expect(Math.min(...left)).toBeGreaterThan(0);

  const opened = await startTestStorage(folder);
  // one of those that are in the index, and one that is not yet
  await opened.run({ sql: `DELETE FROM messages WHERE number IN (${count}, 1)` });
  const { search, upToDate, close } = createSearch(opened, noAttachments, log);
  await upToDate();
  const found: number[] = [];
  for (let before: number | undefined; ; before = found.at(-1)) {
    const page = { systemId, text: '回の予算', limit: 200 };
    const { hits, more } = await search(before === undefined ? page : { ...page, before });
    found.push(...hits.map(({ number }) => number));
    if (!more) break;
  }
  expect(found).toEqual(Array.from({ length: count - 2 }, (_, at) => count - 1 - at));
  expect(
    await opened.all({ sql: 'SELECT rowid FROM message_index WHERE rowid IN (1, 4000)' }),
  ).toEqual([]);
  await close();
  await opened.close();
});
