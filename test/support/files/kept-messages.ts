import type { Database, Statement } from '../../../main/base/storage/database.ts';

/** Writes texts as messages of one conversation of a new system, straight into the database: numbers from 1 on. */
export async function keepMessages(
  database: Database,
  systemId: string,
  texts: readonly string[],
): Promise<void> {
  const at = '2026-11-22T00:00:00.000Z';
  const messages = texts.map(
    (text, depth): Statement => ({
      sql: `INSERT INTO messages (id, conversation_id, parent_id, depth, role, content, reasoning,
          state, created_at)
        VALUES (?, 'conversation-1', ?, ?, 'user', ?, '', 'complete', ?)`,
      params: [`m${depth}`, depth === 0 ? null : `m${depth - 1}`, depth, text, at],
    }),
  );
  await database.run(
    {
      sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
        VALUES (?, 'System', 'real', 'https://api.invalid', '[]', ?)`,
      params: [systemId, at],
    },
    {
      sql: `INSERT INTO conversations (id, system_id, title, leaf_id, created_at, updated_at)
        VALUES ('conversation-1', ?, 'Title', ?, ?, ?)`,
      params: [systemId, `m${texts.length - 1}`, at, at],
    },
    ...messages,
  );
}
