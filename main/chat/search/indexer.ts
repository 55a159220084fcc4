import type { Log } from '../../host.ts';
import type { Database } from '../../storage/database.ts';
import { facets, gramsOf } from './grams.ts';

/** Brings the index up to date behind whoever writes messages. */
export interface Indexer {
  /** Something was written. */
  kick(): void;
  /** Resolves when everything written before is in the index. */
  upToDate(): Promise<void>;
  close(): Promise<void>;
}

const together = 200;
/** Characters of one message that are indexed: about a thousand pages. */
const longest = 4_000_000;

export function createIndexer(database: Database, log: Log): Indexer {
  let work: Promise<void> | null = null;
  let again = false;
  let closed = false;

  async function run(): Promise<void> {
    while (!closed) {
      again = false;
      const rows = await database.all(
        `SELECT u.number, m.role, c.system_id, substr(m.content, 1, ${longest}) AS content
          FROM unindexed_messages u LEFT JOIN messages m ON m.number = u.number
          LEFT JOIN conversations c ON c.id = m.conversation_id
          ORDER BY u.number DESC LIMIT ${together}`,
      );
      if (rows.length === 0 && !again) return;
      const statements = rows.flatMap(({ number = null, role, system_id: systemId, content }) => {
        const done = { sql: 'DELETE FROM unindexed_messages WHERE number = ?', params: [number] };
        if (typeof content !== 'string') return [done];
        const marks = [
          role === 'user' ? facets.user : facets.assistant,
          facets.system(String(systemId)),
        ];
        return [
          done,
          {
            sql: 'INSERT OR REPLACE INTO message_index (rowid, grams) VALUES (?, ?)',
            params: [number, gramsOf(content, marks)],
          },
        ];
      });
      await database.run(...statements);
    }
  }

  function start(): Promise<void> {
    again = true;
    work ??= run()
      .catch((error: unknown) => {
        if (!closed) log.error('chat-index', error);
      })
      .finally(() => {
        work = null;
      });
    return work;
  }

  return {
    kick: () => void start(),
    upToDate: start,
    async close() {
      closed = true;
      await work;
    },
  };
}
