import { randomUUID } from 'node:crypto';
import { parseJson } from '../../../common/texts/json.ts';
import { type Prompt, prompt, promptFile } from '../../../preload/contract/chat/prompts.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Files } from '../../base/host.ts';
import type { Database } from '../../base/storage/database.ts';
import { defaultTime, type RowReader, readRows } from '../../base/storage/rows/index.ts';

export interface PromptsDeps {
  readonly database: Database;
  readonly files: Files;
  readonly emit: Emit;
  readonly now?: () => Date;
}

/** Texts to begin messages with, for all systems. */
export interface Prompts {
  readonly calls: Handlers<'prompts'>;
}

export function createPrompts(deps: PromptsDeps): Prompts {
  const { database, files, emit, now = () => new Date() } = deps;

  const all = async (): Promise<Prompt[]> =>
    readRows(
      database,
      promptRows,
      await database.all({ sql: 'SELECT * FROM prompts ORDER BY folder, name, id' }),
    );
  const announce = async (): Promise<void> => emit('prompts.changed', await all());
  const storing = ({ id, name, text, folder, tags, updatedAt }: Prompt) => ({
    sql: `INSERT OR REPLACE INTO prompts (id, name, text, folder, tags, updated_at)
      VALUES (?, ?, ?, ?, ?, ?)`,
    params: [id, name, text, folder, JSON.stringify([...new Set(tags)]), updatedAt],
  });

  return {
    calls: {
      snapshot: all,

      async save({ id, ...what }) {
        const prompt = { ...what, id: id ?? randomUUID(), updatedAt: now().toISOString() };
        await database.run(storing(prompt));
        await announce();
        return prompt;
      },

      async remove({ id }) {
        await database.run({ sql: 'DELETE FROM prompts WHERE id = ?', params: [id] });
        await announce();
      },

      async exportFile({ ids }, sender) {
        const prompts = (await all())
          .filter(({ id }) => ids === undefined || ids.includes(id))
          .map(({ name, text, folder, tags }) => ({ name, text, folder, tags }));
        const file = { format: 'compute-desk-prompts', version: 1, prompts };
        const bytes = Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
        return files.save({ name: 'prompts.json', bytes, secret: false }, sender);
      },

      async importFile({ bytes }) {
        const file = promptFile.safeParse(parsed(bytes));
        if (!file.success) throw new AppError('prompts-unreadable');
        const key = ({ name, text, folder }: Pick<Prompt, 'name' | 'text' | 'folder'>): string =>
          JSON.stringify([name, text, folder]);
        const known = new Set((await all()).map(key));
        const updatedAt = now().toISOString();
        const fresh = file.data.prompts.filter((prompt) => {
          const isNew = !known.has(key(prompt));
          known.add(key(prompt));
          return isNew;
        });
        if (fresh.length > 0) {
          await database.run(
            ...fresh.map((prompt) => storing({ ...prompt, id: randomUUID(), updatedAt })),
          );
          await announce();
        }
        return { added: fresh.length, known: file.data.prompts.length - fresh.length };
      },
    },
  };
}

/** Returns undefined, which the shape refuses, for invalid JSON. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return parseJson(
      Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    );
  } catch {
    return undefined;
  }
}

export const promptRows: RowReader<Prompt> = {
  table: 'prompts',
  called: 'name',
  read: (row) => ({
    id: row.word('id'),
    name: row.shaped('name', prompt.shape.name),
    text: row.shaped('text', prompt.shape.text),
    folder: row.shaped('folder', prompt.shape.folder),
    tags: row.or([], () => row.json('tags', prompt.shape.tags)),
    updatedAt: row.or(defaultTime, () => row.instant('updated_at')),
  }),
};
