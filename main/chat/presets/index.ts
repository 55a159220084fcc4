import { randomUUID } from 'node:crypto';
import { type Preset, parameters } from '../../../preload/contract/chat/conversation.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRows } from '../../base/storage/rows/index.ts';

/** Named models with parameters, for all systems. */
export interface Presets {
  readonly calls: Handlers<'presets'>;
}

export function createPresets({
  database,
  emit,
}: {
  readonly database: Database;
  readonly emit: Emit;
}): Presets {
  const all = async (): Promise<Preset[]> =>
    readRows(
      database,
      presetRows,
      await database.all('SELECT * FROM presets ORDER BY name COLLATE NOCASE, id'),
    );
  const announce = async (): Promise<void> => emit('presets.changed', await all());

  return {
    calls: {
      snapshot: all,

      async save({ id, name, model, parameters }) {
        const preset = { id: id ?? randomUUID(), name, model, parameters };
        await database.run({
          sql: 'INSERT OR REPLACE INTO presets (id, name, model, parameters) VALUES (?, ?, ?, ?)',
          params: [preset.id, name, model, JSON.stringify(parameters)],
        });
        await announce();
        return preset;
      },

      async remove({ id }) {
        await database.run({ sql: 'DELETE FROM presets WHERE id = ?', params: [id] });
        await announce();
      },
    },
  };
}

export const presetRows: RowReader<Preset> = {
  table: 'presets',
  called: 'name',
  read: (row) => ({
    id: row.word('id'),
    name: row.text('name'),
    model: row.optional('model'),
    parameters: row.json('parameters', parameters),
  }),
};
