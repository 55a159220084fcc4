import type { Database, Statement } from '../../../base/storage/database.ts';

/** The parent of a message; null at the root. */
export interface Place {
  readonly id: string;
  readonly parentId: string | null;
}

/** Recalculates depths from the current parents. */
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
 * Deleted single messages, in the database. They move to a separate conversation that counts as removed: they are in no
 * list or search, keep their files, and are deleted at the next start.
 */
export function createRemovalStore(database: Database) {
  const hanging = (places: readonly Place[]): Statement[] =>
    places.map(({ id, parentId }) => ({
      sql: 'UPDATE messages SET parent_id = ?2 WHERE id = ?1',
      params: [id, parentId],
    }));

  return {
    /** Returns the child messages. */
    async below(conversationId: string, messageId: string): Promise<string[]> {
      const rows = await database.all({
        sql: 'SELECT id FROM messages WHERE conversation_id = ? AND parent_id = ? ORDER BY number',
        params: [conversationId, messageId],
      });
      return rows.map(({ id }) => String(id));
    },

    /** Returns the sibling created last before a message, else after it; null without siblings. */
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

    /** Removes messages from a conversation and changes the parents of others. */
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

    /** Restores messages, and changes the parents of others. */
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
