import type { DatabaseSync } from 'node:sqlite';

/**
 * Rows that lost their conversation or system get a new one, so that they can be found; a message that lost its parent
 * becomes a first one.
 */
const adoptions = `
INSERT OR IGNORE INTO conversations (id, system_id, title, created_at, updated_at)
  SELECT conversation_id, coalesce((SELECT id FROM systems ORDER BY created_at LIMIT 1), 'restored'), '',
    min(created_at), max(created_at)
  FROM messages WHERE conversation_id NOT IN (SELECT id FROM conversations) GROUP BY conversation_id;
INSERT OR IGNORE INTO systems (id, name, kind, web_api_url, authorities, created_at)
  SELECT DISTINCT system_id, 'Restored', 'real', 'https://restored.invalid', '[]', '1970-01-01T00:00:00.000Z'
  FROM (SELECT system_id FROM conversations UNION SELECT system_id FROM clients
    UNION SELECT system_id FROM api_keys UNION SELECT system_id FROM history_machines)
  WHERE system_id NOT IN (SELECT id FROM systems);
UPDATE messages SET parent_id = NULL
  WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM messages);
UPDATE conversations SET leaf_id =
  (SELECT id FROM messages WHERE conversation_id = conversations.id ORDER BY number DESC LIMIT 1)
  WHERE leaf_id IS NULL OR leaf_id NOT IN (SELECT id FROM messages);
UPDATE messages SET depth = 0 WHERE parent_id IS NULL;
WITH RECURSIVE tree (conversation_id, id, depth) AS (
  SELECT conversation_id, id, 0 FROM messages WHERE parent_id IS NULL
  UNION
  SELECT m.conversation_id, m.id, t.depth + 1 FROM tree t
    JOIN messages m ON m.conversation_id = t.conversation_id AND m.parent_id = t.id
  WHERE t.depth < 100000)
UPDATE messages SET depth = tree.depth FROM tree WHERE tree.id = messages.id;
`;

/** Repairs references between the rows read from a damaged database; deletes rows that belong to nothing. */
export function repairReferences(db: DatabaseSync): void {
  db.exec(adoptions);
  const references = db
    .prepare(
      `SELECT t.name AS name, f."table" AS parent, f."from" AS field, f."to" AS target, f.on_delete AS end
      FROM pragma_table_list AS t JOIN pragma_foreign_key_list(t.name) AS f WHERE t.schema = 'main'`,
    )
    .all();
  // a deleted row may have been another's parent
  for (let gone = 1; gone > 0; ) {
    gone = 0;
    for (const { name, parent, field, target, end } of references) {
      const lost = `"${field}" IS NOT NULL AND "${field}" NOT IN (SELECT "${target}" FROM "${parent}")`;
      const sql =
        end === 'SET NULL'
          ? `UPDATE "${name}" SET "${field}" = NULL WHERE ${lost}`
          : `DELETE FROM "${name}" WHERE ${lost}`;
      gone += Number(db.prepare(sql).run().changes);
    }
  }
}
