import { randomUUID } from 'node:crypto';
import { type Prompt, promptFile } from '../../preload/contract/chat/prompts.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import { parseJson } from '../../preload/contract/json.ts';
import type { Files } from '../host.ts';
import type { Database, Row } from '../storage/database.ts';

export interface PromptsDeps {
  readonly database: Database;
  readonly files: Files;
  readonly emit: Emit;
  readonly now?: () => Date;
}

/** Texts to begin messages with, kept for all systems. */
export interface Prompts {
  readonly calls: Handlers<'prompts'>;
}

export function createPrompts(deps: PromptsDeps): Prompts {
  const { database, files, emit, now = () => new Date() } = deps;

  const all = async (): Promise<Prompt[]> =>
    (await database.all('SELECT * FROM prompts ORDER BY folder, name, id')).map(fromRow);
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

/** Undefined, which the shape refuses, for what is no JSON. */
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

function fromRow(row: Row): Prompt {
  return {
    id: String(row.id),
    name: String(row.name),
    text: String(row.text),
    folder: String(row.folder),
    tags: parseJson(String(row.tags)) as string[],
    updatedAt: String(row.updated_at),
  };
}
