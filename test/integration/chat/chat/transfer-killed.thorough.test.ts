import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { attachmentsIn } from '../../../../main/chat/conversations/store/index.ts';
import { filesOf } from '../../../../preload/contract/chat/attachments.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { patience } from '../../../support/patience.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';

const childFile = fileURLToPath(
  new URL('../../../support/processes/import-child.ts', import.meta.url),
);

test.each([1, 3])(
  'kill -9 in the middle of an import, after conversation %i: each is there with every message and file, or not at all',
  async (killedAfter) => {
    const folder = testFolder();
    const child = spawn(process.execPath, [childFile, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    let count = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === 'in') count += 1;
      if (count < killedAfter) continue;
      // somewhere within the next one
      await delay(killedAfter * 3);
      child.kill('SIGKILL');
      break;
    }
    expect((await exited)[1]).toBe('SIGKILL');

    const database = await startTestStorage(folder);
    const kept = await database.all({
      sql: `SELECT c.id, count(m.id) AS messages FROM conversations c
        LEFT JOIN messages m ON m.conversation_id = c.id GROUP BY c.id`,
    });
    expect(kept.length).toBeGreaterThanOrEqual(killedAfter);
    expect(kept.length).toBeLessThan(200);
    expect(kept.map(({ messages }) => messages)).toEqual(kept.map(() => 400));
    const rows = await database.all({
      sql: 'SELECT attachments FROM messages WHERE attachments IS NOT NULL',
    });
    const hashes = rows.flatMap(attachmentsIn).flatMap(filesOf);
    expect(hashes).toHaveLength(kept.length);
    for (const { hash } of hashes) {
      const place = join(folder, 'attachments', hash.slice(0, 2), hash.slice(2));
      expect(existsSync(place)).toBe(true);
    }
    expect(await database.get({ sql: 'PRAGMA integrity_check' })).toEqual({
      integrity_check: 'ok',
    });
    await database.close();
  },
  patience(60_000),
);
