import type { Database, Statement } from '../../../base/storage/database.ts';

/** Where a message hangs: null at the top. */
export interface Place {
  readonly id: string;
  readonly parentId: string | null;
}

/** Depths by the parents as they are now. */
const depths = `WITH RECURSIVE tree (id, depth) AS (
    SELECT id, 0 FROM messages WHERE conversation_id = ?1 AND parent_id IS NULL
    UNION ALL
    SELECT m.id, t.depth + 1 FROM tree t
      JOIN messages m ON m.conversation_id = ?1 AND m.parent_id = t.id)
  UPDATE messages SET depth = tree.depth FROM tree
  WHERE tree.id = messages.id AND tree.depth <> messages.depth`;

const move = `UPDATE messages SET conversation_id = ?1
  WHERE id IN (SELECT value FROM json_each(?2))`;

/**
 * Single messages that are deleted, in the database. They go to a conversation of their own that is removed already: with
 * it they are in no list and no search, keep their files, and are gone at the next start.
 */
export function createRemovalStore(database: Database) {
  const hanging = (places: readonly Place[]): Statement[] =>
    places.map(({ id, parentId }) => ({
      sql: 'UPDATE messages SET parent_id = ?2 WHERE id = ?1',
      params: [id, parentId],
    }));

  return {
    /** The messages right below one. */
    async below(conversationId: string, messageId: string): Promise<string[]> {
      const rows = await database.all({
        sql: 'SELECT id FROM messages WHERE conversation_id = ? AND parent_id = ? ORDER BY number',
        params: [conversationId, messageId],
      });
      return rows.map(({ id }) => String(id));
    },

    /** The message beside one that was made last before it, else after it; null where it stands alone. */
    async beside(conversationId: string, messageId: string): Promise<string | null> {
      const row = await database.get({
        sql: `SELECT s.id FROM messages m JOIN messages s ON s.conversation_id = m.conversation_id
            AND s.parent_id IS m.parent_id AND s.id <> m.id
          WHERE m.conversation_id = ? AND m.id = ?
          ORDER BY s.number < m.number DESC, abs(s.number - m.number) LIMIT 1`,
        params: [conversationId, messageId],
      });
      return row === undefined ? null : String(row.id);
    },

    /** Takes messages out of a conversation; others hang as given from then on. */
    async setAside(
      conversationId: string,
      ids: readonly string[],
      aside: { readonly id: string; readonly at: string; readonly places: readonly Place[] },
    ): Promise<void> {
      await database.run(
        {
          sql: `INSERT INTO conversations (id, system_id, title, created_at, updated_at, removed_at)
            SELECT ?2, system_id, '', ?3, ?3, ?3 FROM conversations WHERE id = ?1`,
          params: [conversationId, aside.id, aside.at],
        },
        { sql: move, params: [aside.id, JSON.stringify(ids)] },
        ...hanging(aside.places),
        { sql: depths, params: [conversationId] },
      );
    },

    /** Puts them back, and others where they hang with them. */
    async takeBack(
      conversationId: string,
      ids: readonly string[],
      places: readonly Place[],
    ): Promise<void> {
      await database.run(
        { sql: move, params: [conversationId, JSON.stringify(ids)] },
        ...hanging(places),
        { sql: depths, params: [conversationId] },
      );
    },
  };
}
