import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Database, Row } from '../../../../main/base/storage/database.ts';
import { tablesOf } from '../../../../main/base/storage/formats/tables.ts';
import { backupParts } from '../../../../preload/contract/settings/backups.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { writeFormat } from '../../../support/files/formats.ts';
import { startWholeApp } from '../../../support/processes/whole-app.ts';
import { handOver } from '../../../support/worlds/backups.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import { noKeychain, reopenVault } from '../../../support/worlds/vault.ts';

const corpus = fileURLToPath(new URL('../../../corpora/backups/', import.meta.url));
const files = readdirSync(corpus).filter((name) => name.endsWith('.backup'));
/** Of all of them. The keys in them were made for them, and sealed by a keychain that is gone. */
const passphrase = 'correct horse battery';
const secret = 'sk-an-api-key-that-must-not-leak-0123456789';

/** What the app that made the backup wrote of its own while it ran. */
const others = [
  'machine_states',
  'machine_checks',
  'history_spans',
  'history_folds',
  'certificates',
];

async function rowsIn(database: Database): Promise<Record<string, Row[]>> {
  const rows: Record<string, Row[]> = {};
  for (const table of Object.values(tablesOf).flat()) {
    rows[table] = await database.all({ sql: `SELECT * FROM "${table}"` });
  }
  return rows;
}

/** What a database of this format has, brought to the newest. */
async function corpusOf(format: number): Promise<Record<string, Row[]>> {
  const folder = testFolder();
  const file = join(folder, 'compute-desk.sqlite');
  writeFormat(file, format);
  const db = new DatabaseSync(file);
  // what was not in the backups: a certificate that no app could show, and what is empty goes when an app ends
  db.exec(`UPDATE systems SET certificate_id = NULL; DELETE FROM conversations WHERE id = 'v2'`);
  db.close();
  const database = await startTestStorage(folder, 'compute-desk.sqlite');
  const rows = await rowsIn(database);
  await database.close();
  return rows;
}

test.each(files)(
  '%s, as the app of its time made it, is restored: talks, settings, keys and all else',
  async (name) => {
    const expected = await corpusOf(Number(/\d+/.exec(name)?.[0]));

    const fresh = await startWholeApp({ keychain: noKeychain });
    await handOver(fresh, readFileSync(join(corpus, name)));
    const { parts } = await fresh.call('backups.look', { passphrase });
    expect(parts).toEqual([...backupParts]);
    await fresh.call('backups.restore', { passphrase, parts });
    await fresh.close();

    const database = await startTestStorage(fresh.folder, 'compute-desk.sqlite');
    const rows = await rowsIn(database);
    for (const [table, all] of Object.entries(expected)) {
      if (others.includes(table)) continue;
      const wanted = all.filter((row) => !JSON.stringify(row).includes('session:'));
      expect(rows[table], table).toEqual(expect.arrayContaining(wanted));
    }
    const { vault } = await reopenVault({ folder: fresh.folder, database }, noKeychain);
    await vault.unlock(passphrase);
    const key = await database.get({ sql: `SELECT id FROM api_keys WHERE name = 'Mine'` });
    const opened = await vault.get(`api-key/${key?.id}`, 'user');
    expect(Buffer.from(opened).toString()).toBe(secret);
    const settings = readFileSync(join(fresh.folder, 'settings.json'), 'utf8');
    expect(settings).toContain('"theme": "dark"');
    const attached = join(fresh.folder, 'attachments', 'ab', '0'.repeat(62));
    expect(readFileSync(attached, 'utf8')).toBe('attached');
    await database.close();

    // and the app starts with it
    const app = await startWholeApp({ keychain: noKeychain }, fresh.folder);
    const { systems } = await app.call('systems.snapshot', undefined);
    expect(systems.map((system) => system.name).toSorted()).toEqual(['Fixture', 'Mine']);
    const { messages } = await app.call('conversations.open', { id: 'v1' });
    expect(messages.map(({ content }) => content)).toEqual([
      'Which nodes are free? 空きは？',
      'Twelve. 十二台です。',
      'Thank you',
    ]);
    expect(await app.call('vault.unlock', { passphrase })).toMatchObject({ state: 'ready' });
  },
  120_000,
);
