import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Database, Statement } from '../../../base/storage/database.ts';
import { readRow, readRows } from '../../../base/storage/rows/index.ts';
import { messageRows } from './rows.ts';
import { createUnsaved } from './unsaved.ts';

/** A piece of a running answer, and the times that it set. */
export interface JournalPiece {
  readonly content: string;
  readonly reasoning: string;
  readonly firstByteAt: string | null;
  readonly contentAt: string | null;
}

/** Changes to the conversation when a turn begins. */
export interface TurnBegin {
  readonly conversationId: string;
  /** Used if the conversation has no title yet. */
  readonly title: string;
  readonly model: string;
  readonly leafId: string;
  readonly updatedAt: string;
  readonly messages: readonly Message[];
  /** The queued message that is sent with it. */
  readonly queuedId: string | null;
  /** The user's message was the draft, which is now emptied, except for another window's text and these files. */
  readonly filesLeft?: readonly Attachment[] | null;
}

const interruptedByEnd = JSON.stringify({
  code: 'stream-interrupted',
  details: { reason: 'app-ended' },
  retryable: true,
});

const recovery: Statement[] = [
  { sql: 'DELETE FROM conversations WHERE removed_at IS NOT NULL' },
  {
    sql: `DELETE FROM conversations
      WHERE leaf_id IS NULL AND draft = '' AND draft_attachments = '[]'
      AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = conversations.id)
      AND NOT EXISTS (SELECT 1 FROM queued_messages WHERE conversation_id = conversations.id)
      AND NOT EXISTS (SELECT 1 FROM other_drafts WHERE conversation_id = conversations.id)`,
  },
  {
    sql: `UPDATE messages SET
      content = content || coalesce((SELECT group_concat(j.content, '' ORDER BY j.number)
        FROM journal j WHERE j.message_id = messages.id), ''),
      reasoning = reasoning || coalesce((SELECT group_concat(j.reasoning, '' ORDER BY j.number)
        FROM journal j WHERE j.message_id = messages.id), ''),
      problem = ?, state = 'interrupted'
      WHERE state = 'streaming'`,
    params: [interruptedByEnd],
  },
  // Calls that ran when the app ended have no result. In a JSON text these words have no other meaning.
  {
    sql: `UPDATE messages SET tool_calls = replace(replace(tool_calls,
        '"state":"running"', '"state":"interrupted"'), '"state":"waiting"', '"state":"interrupted"'),
        state = 'interrupted'
      WHERE instr(tool_calls, '"state":"running"') > 0 OR instr(tool_calls, '"state":"waiting"') > 0`,
  },
  // Answers whose calls have results that the model was not yet sent when the app ended: those that ran are among the
  // latest.
  {
    sql: `UPDATE messages SET state = 'interrupted'
      WHERE id IN (SELECT leaf_id FROM conversations ORDER BY updated_at DESC LIMIT 100)
      AND state = 'complete' AND tool_calls IS NOT NULL AND finish_reason IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM messages below
        WHERE below.conversation_id = messages.conversation_id AND below.parent_id = messages.id)`,
  },
  { sql: 'DELETE FROM journal' },
];

const messageSql = `INSERT INTO messages (id, conversation_id, parent_id, depth, role, content,
  reasoning, state, model, finish_reason, usage, problem, created_at, first_byte_at, content_at,
  ended_at, tool_calls, attachments, left_out, reasoning_field, format,
  answered_by, links, edited)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
  ?22, ?23, ?24`;

function callsOf({ toolCalls }: Message): string | null {
  return toolCalls.length === 0 ? null : JSON.stringify(toolCalls);
}

/** For the columns `answered_by` and `links`. */
function besideOf({ answeredBy, links }: Message): (string | null)[] {
  return [answeredBy ?? null, links === undefined ? null : JSON.stringify(links)];
}

function filesOf({ attachments }: Message): string | null {
  return attachments.length === 0 ? null : JSON.stringify(attachments);
}

/** Returns the statement that stores a whole message. */
export function insertMessage(message: Message): Statement {
  const { usage, problem } = message;
  return {
    sql: messageSql,
    params: [
      message.id,
      message.conversationId,
      message.parentId,
      message.depth,
      message.role,
      message.content,
      message.reasoning,
      message.state,
      message.model,
      message.finishReason,
      usage === null ? null : JSON.stringify(usage),
      problem === null ? null : JSON.stringify(problem),
      message.createdAt,
      message.firstByteAt,
      message.contentAt,
      message.endedAt,
      callsOf(message),
      filesOf(message),
      message.leftOut === null ? null : Number(message.leftOut),
      message.reasoningField ?? null,
      message.format === undefined ? null : JSON.stringify(message.format),
      ...besideOf(message),
      message.edited === true ? 1 : null,
    ],
  };
}

/** Does the same for a message whose conversation may have been removed. */
function insertIfConversationExists(message: Message): Statement {
  const { params = [] } = insertMessage(message);
  const kept = 'EXISTS (SELECT 1 FROM conversations WHERE id = ?2)';
  return { sql: `${messageSql} WHERE ${kept}`, params };
}

/** Messages and the journal of running answers, in the database. */
export function createMessageStore(
  database: Database,
  onUnsaved: (conversationId: string, error: unknown) => void,
) {
  /** Running or ended answers that the database did not accept at all. */
  const unstored = new Set<string>();
  const unsaved = createUnsaved(async (message, updatedAt) => {
    const whole = unstored.has(message.id) ? [insertIfConversationExists(message)] : [];
    await database.run(...whole, ...finishing(message, updatedAt));
    unstored.delete(message.id);
  }, onUnsaved);

  return {
    unsaved,

    /** Purges removed conversations, and marks answers that a crash left streaming as interrupted. */
    async recover(): Promise<void> {
      await database.run(...recovery);
    },

    async messages(conversationId: string): Promise<Message[]> {
      const rows = await database.all({
        sql: 'SELECT * FROM messages WHERE conversation_id = ? ORDER BY number',
        params: [conversationId],
      });
      return readRows(database, messageRows, rows).map(unsaved.message);
    },

    /** @throws AppError `not-found` */
    async message(id: string): Promise<Message> {
      const row = await database.get({ sql: 'SELECT * FROM messages WHERE id = ?', params: [id] });
      const kept = row === undefined ? null : readRow(database, messageRows, row);
      const message = kept === null ? unsaved.get(id) : unsaved.message(kept);
      if (message === undefined) throw new AppError('not-found', { details: { what: 'message' } });
      return message;
    },

    /** Adds the messages of a starting turn; keeps a title or model set meanwhile. */
    async begin(turn: TurnBegin): Promise<void> {
      const { conversationId, title, model, leafId, updatedAt, messages, queuedId } = turn;
      const { filesLeft = null } = turn;
      const sent = filesLeft === null ? null : (messages[0]?.content ?? '');
      await database.run(
        ...messages.map(insertMessage),
        { sql: 'DELETE FROM queued_messages WHERE id = ?', params: [queuedId] },
        {
          sql: `UPDATE conversations SET title = CASE title WHEN '' THEN ?2 ELSE title END,
            model = coalesce(model, ?3), leaf_id = ?4, updated_at = ?5,
            draft = CASE WHEN substr(?6, 1, length(draft)) = draft THEN '' ELSE draft END,
            draft_attachments = coalesce(?7, draft_attachments) WHERE id = ?1`,
          params: [
            conversationId,
            title,
            model,
            leafId,
            updatedAt,
            sent,
            filesLeft === null ? null : JSON.stringify(filesLeft),
          ],
        },
      );
    },

    /**
     * Records a running answer that could not be stored: it is reported as unsaved, and written completely at its end.
     */
    runUnstored(message: Message, error: unknown): void {
      unstored.add(message.id);
      unsaved.note(message, error);
    },

    /** A failed write is reported as unsaved, too. */
    async journal(message: Pick<Message, 'id' | 'conversationId'>, piece: JournalPiece) {
      const { content, reasoning, firstByteAt, contentAt } = piece;
      if (unstored.has(message.id)) return;
      try {
        await database.run(
          {
            sql: 'INSERT INTO journal (message_id, content, reasoning) VALUES (?, ?, ?)',
            params: [message.id, content, reasoning],
          },
          {
            sql: `UPDATE messages SET first_byte_at = ?2, content_at = ?3
              WHERE id = ?1 AND (first_byte_at IS NOT ?2 OR content_at IS NOT ?3)`,
            params: [message.id, firstByteAt, contentAt],
          },
        );
      } catch (error) {
        unsaved.note(message, error);
        throw error;
      }
      unsaved.note(message, null);
    },

    async setLeftOut(id: string, leftOut: boolean): Promise<void> {
      const sql = 'UPDATE messages SET left_out = ?2 WHERE id = ?1';
      await database.run({ sql, params: [id, Number(leftOut)] });
    },

    /** Stores the calls, and the files of their results. Like `finish`: retries failed writes. */
    async setToolCalls(message: Message): Promise<void> {
      const at = message.endedAt ?? message.createdAt;
      const isElsewhere = unsaved.has(message.id) || unstored.has(message.id);
      if (isElsewhere) return unsaved.finish(message, at);
      try {
        await database.run({
          sql: 'UPDATE messages SET tool_calls = ?2, attachments = ?3 WHERE id = ?1',
          params: [message.id, callsOf(message), filesOf(message)],
        });
      } catch {
        // writes the whole message, and reports a second failure
        await unsaved.finish(message, at);
      }
    },

    /** Ends a message. If the database fails, keeps it in memory, returns it from there, and retries. */
    finish: unsaved.finish,
  };
}

/** Returns the statements that replace the journal by the ended message. */
function finishing(message: Message, updatedAt: string): Statement[] {
  const { usage, problem } = message;
  return [
    {
      sql: `UPDATE messages SET content = ?2, reasoning = ?3, state = ?4, finish_reason = ?5,
        usage = ?6, problem = ?7, first_byte_at = ?8, content_at = ?9, ended_at = ?10,
        tool_calls = ?11, reasoning_field = ?12, attachments = ?13, answered_by = ?14, links = ?15
        WHERE id = ?1`,
      params: [
        message.id,
        message.content,
        message.reasoning,
        message.state,
        message.finishReason,
        usage === null ? null : JSON.stringify(usage),
        problem === null ? null : JSON.stringify(problem),
        message.firstByteAt,
        message.contentAt,
        message.endedAt,
        callsOf(message),
        message.reasoningField ?? null,
        filesOf(message),
        ...besideOf(message),
      ],
    },
    { sql: 'DELETE FROM journal WHERE message_id = ?', params: [message.id] },
    {
      sql: 'UPDATE conversations SET updated_at = ?2 WHERE id = ?1',
      params: [message.conversationId, updatedAt],
    },
  ];
}
