import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../../main/demo/identity/store.ts';
import { testFolder } from '../../support/files/folder.ts';

describe("the identity provider's store", () => {
  test('has on the disk what it has promised, many changes at once included', async () => {
    const path = join(testFolder(), 'state.json');
    const store = await openStore(path);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        store.put('Client', `c${index}`, { jti: `${index}` }),
      ),
    );
    const again = await openStore(path);
    expect(again.list('Client')).toHaveLength(50);
    expect(again.get('Client', 'c7')).toEqual({ jti: '7' });
  });

  test('forgets what has expired, in memory and on the disk', async () => {
    const path = join(testFolder(), 'state.json');
    const store = await openStore(path);
    await store.put('AccessToken', 'old', { jti: 'old' }, -1);
    await store.put('AccessToken', 'new', { jti: 'new' }, 60);
    expect(store.get('AccessToken', 'old')).toBeUndefined();
    expect(store.list('AccessToken').map(([id]) => id)).toEqual(['new']);
    expect(await readFile(path, 'utf8')).not.toContain('old');
  });

  test('as an adapter it consumes, finds by uid and revokes by grant', async () => {
    const path = join(testFolder(), 'state.json');
    const store = await openStore(path);
    const sessions = store.adapter('Session');
    const tokens = store.adapter('RefreshToken');
    await sessions.upsert('s', { uid: 'u', jti: 's' }, 60);
    await tokens.upsert('t', { grantId: 'g', jti: 't' }, 60);
    await tokens.upsert('other', { grantId: 'h', jti: 'other' }, 60);
    expect(await sessions.findByUid('u')).toMatchObject({ jti: 's' });
    await tokens.consume('t');
    expect(await tokens.find('t')).toMatchObject({ consumed: expect.any(Number) });
    await tokens.revokeByGrantId('g');
    expect(await tokens.find('t')).toBeUndefined();
    expect(await tokens.find('other')).toMatchObject({ jti: 'other' });
  });
});
