import type { Attachments } from '../../attachments/index.ts';
import type { Log } from '../../host.ts';
import type { Database, Row, Statement } from '../../storage/database.ts';
import { attachmentsIn } from '../store/index.ts';
import { attachedPortions } from './attached.ts';
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

/** Characters of grams after which a transaction is written. */
const portion = 4_000_000;

export function createIndexer(
  database: Database,
  files: Pick<Attachments, 'read'>,
  log: Log,
): Indexer {
  let work: Promise<void> | null = null;
  let again = false;
  let closed = false;

  async function gramsOfRow(row: Row): Promise<string | null> {
    const { role, system_id: systemId, content } = row;
    if (typeof content !== 'string') return null;
    const marks = [
      role === 'user' ? facets.user : facets.assistant,
      facets.system(String(systemId)),
    ];
    const all = [gramsOf(content, marks)];
    const list = attachmentsIn(row);
    if (list.length > 0) {
      for await (const text of attachedPortions(files, list)) all.push(gramsOf(text, []));
    }
    // What stands apart does not follow each other.
    return all.join(' \ue000 ');
  }

  async function run(): Promise<void> {
    while (!closed) {
      again = false;
      const rows = await database.all(
        `SELECT u.number, m.role, c.system_id, substr(m.content, 1, ${longest}) AS content,
            m.attachments
          FROM unindexed_messages u LEFT JOIN messages m ON m.number = u.number
          LEFT JOIN conversations c ON c.id = m.conversation_id
          ORDER BY u.number DESC LIMIT ${together}`,
      );
      if (rows.length === 0 && !again) return;
      let statements: Statement[] = [];
      let size = 0;
      for (const row of rows) {
        const { number = null } = row;
        const grams = await gramsOfRow(row);
        statements.push({
          sql: 'DELETE FROM unindexed_messages WHERE number = ?',
          params: [number],
        });
        if (grams !== null) {
          statements.push({
            sql: 'INSERT OR REPLACE INTO message_index (rowid, grams) VALUES (?, ?)',
            params: [number, grams],
          });
          size += grams.length;
        }
        if (size < portion) continue;
        await database.run(...statements);
        if (closed) return;
        statements = [];
        size = 0;
      }
      if (statements.length > 0) await database.run(...statements);
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
