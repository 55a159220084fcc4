import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rowReaders } from '../../../../main/settings/backups/row-readers.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { seeded } from '../../../support/files/seeded.ts';
import {
  type Place,
  places,
  type Spoilt,
  spoil,
  spoilt,
  writeFullDatabase,
} from '../../../support/files/spoilt-rows.ts';
import { rounds } from '../../../support/processes/rounds.ts';
import { startWholeApp } from '../../../support/processes/whole-app.ts';
import { noteTotal } from '../../../support/totals.ts';
import { noKeychain } from '../../../support/worlds/vault.ts';

const kinds = Object.keys(spoilt) as Spoilt[];

function soundFile(): string {
  const file = join(testFolder(), 'compute-desk.sqlite');
  writeFullDatabase(file);
  return file;
}

/** Starts the app over one spoilt value, and looks at what windows look at. */
async function startOver(sound: string, place: Place, kind: Spoilt) {
  const folder = testFolder();
  const file = join(folder, 'compute-desk.sqlite');
  copyFileSync(sound, file);
  if (!spoil(file, place, kind)) return null;
  const app = await startWholeApp({ keychain: noKeychain }, folder);
  const failures: string[] = [];
  const look = async (name: string, input: unknown): Promise<void> => {
    const result = await app.app.call(name, input, { id: 'one' });
    if (!result.ok && result.error.code === 'internal') failures.push(name);
  };
  for (const name of ['systems', 'certificates', 'prompts', 'presets', 'tools', 'settings']) {
    await look(`${name}.snapshot`, undefined);
  }
  const { systems } = await app.call('systems.snapshot', undefined);
  const systemId = systems[0]?.id;
  if (systemId !== undefined) {
    const ofSystem = ['conversations', 'folders', 'genai', 'clients', 'session', 'machines'];
    const others = ['machineChoices', 'maintenance', 'notifications', 'connections', 'newDraft'];
    for (const name of [...ofSystem, ...others]) await look(`${name}.snapshot`, { systemId });
    await look('usage.snapshot', { systemId, from: '2026-11-01', to: '2026-11-30' });
    await look('machineHistory.availability', { systemId, span: '30d' });
    await look('machineHistory.api', { systemId, span: '30d' });
    await look('machineHistory.page', { systemId, name: 'login', nth: 0 });
    await look('conversations.open', { id: 'v1' });
    await look('tree.snapshot', { conversationId: 'v1' });
    await look('requests.sent', { messageId: 'm2' });
  }
  const unread = await app.call('unreadableRows.snapshot', undefined);
  const { damage } = await app.call('app.info', undefined);
  const log = await app.log();
  await app.close();
  return { failures, unread, damage, log };
}

test('how each table is read is known: a restore reads all of them', () => {
  const tables = new Set(places(soundFile()).map(({ table }) => table));
  expect(rowReaders.map(({ table }) => table).toSorted()).toEqual([...tables].toSorted());
});

test.each([
  ['systems', 'authorities', 'Fixture'],
  ['certificates', 'facts', 'u00042'],
  ['model_lists', 'models', 's1'],
  ['tool_approvals', 'approval', 'calculator'],
])(
  '%s.%s that cannot be read ends no start, and is named on screen and in the log',
  async (table, column, name) => {
    for (const kind of ['broken JSON', 'a list of another shape', 'empty'] as const) {
      const found = await startOver(soundFile(), { table, column }, kind);
      expect(found?.unread).toContainEqual({ table, name, columns: [column], used: false });
      expect(found?.log).toMatch(new RegExp(`"row-unread".*"${table}"`));
    }
  },
);

test.each(['null', 'blob'] as const)(
  'a row that has a value of another kind (%s) is put aside with its database, and named',
  async (kind) => {
    const found = await startOver(soundFile(), { table: 'prompts', column: 'text' }, kind);
    expect(found?.damage).toMatchObject({ whole: false, systems: 1 });
    expect(found?.unread).toContainEqual({
      table: 'prompts',
      name: 'r1',
      columns: [],
      used: false,
    });
  },
);

test('any value of any table may be spoilt: the app starts, what is left is shown, and the row is named', async () => {
  const sound = soundFile();
  const first = await startOver(sound, { table: 'journal', column: 'content' }, 'empty');
  expect(first).toMatchObject({ failures: [] });
  const all = places(sound).flatMap((place) => kinds.map((kind) => ({ place, kind })));
  const random = seeded(25);
  const order = all.toSorted(() => random() - 0.5);
  const count = rounds(30, all.length);
  const failed: string[] = [];
  for (const { place, kind } of order.slice(0, count)) {
    const name = `${place.table}.${place.column}: ${kind}`;
    try {
      const found = await startOver(sound, place, kind);
      if (found !== null && found.failures.length > 0)
        failed.push(`${name}: ${found.failures.join(', ')}`);
    } catch (cause) {
      failed.push(`${name}: does not start: ${cause instanceof Error ? cause.message : cause}`);
    }
  }
  noteTotal({ what: 'values of rows spoilt', tried: count, found: `${failed.length} faults` });
  expect(failed).toEqual([]);
}, 7_200_000);
