import { expect, onTestFinished, test } from 'vitest';
import { createProgramStore, type StoredCall } from '../../../main/work/programs/store.ts';
import { startMemoryStorage } from '../../support/worlds/storage.ts';

test('the calls of one program are at most half of what is kept, however many there are', async () => {
  const database = await startMemoryStorage();
  onTestFinished(() => database.close());
  await database.run({
    sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
          VALUES ('alpha', 'Alpha', 'real', 'https://api.invalid', '[]', '')`,
  });
  const store = createProgramStore(database);
  const calls = (program: string, count: number): StoredCall[] =>
    Array.from({ length: count }, (_, at) => ({
      ...{ systemId: 'alpha', program, at: new Date(1e12 + at).toISOString(), status: 200 },
      ...{ call: `GET /${at}`, outcome: 'answered' as const },
    }));
  await store.note(calls('quiet', 3));
  await store.note(calls('busy', 12_000));
  await store.note([{ ...calls('nobody', 1)[0], systemId: 'gone' } as StoredCall]);
  await store.tidy(null);
  const kept = await store.calls('all');
  expect(kept.filter(({ program }) => program === 'quiet')).toHaveLength(3);
  expect(kept).toHaveLength(5_003);
  expect(kept[0]).toMatchObject({ program: 'busy', call: 'GET /11999' });
  for (const other of ['b', 'c', 'd']) await store.note(calls(other, 4_000));
  await store.tidy(null);
  expect(await store.calls('all')).toHaveLength(10_000);
  await store.tidy(1e12 + 3_999);
  expect((await store.calls('all')).length).toBeLessThan(10_000);
});
