import type { Message } from '../../preload/contract/chat.ts';
import type { Row, SqlValue } from '../storage/database.ts';

/** A conversation as stored. */
export interface StoredConversation {
  readonly id: string;
  readonly systemId: string;
  readonly title: string;
  readonly model: string | null;
  readonly leafId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

function text(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

export function toConversation(row: Row): StoredConversation {
  return {
    id: String(row.id),
    systemId: String(row.system_id),
    title: String(row.title),
    model: text(row.model),
    leafId: text(row.leaf_id),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
  };
}

export function toMessage(row: Row): Message {
  return {
    id: String(row.id),
    conversationId: String(row.conversation_id),
    parentId: text(row.parent_id),
    role: row.role as Message['role'],
    content: String(row.content),
    reasoning: String(row.reasoning),
    state: row.state as Message['state'],
    model: text(row.model),
    finishReason: text(row.finish_reason),
    usage: row.usage === null ? null : (JSON.parse(String(row.usage)) as Message['usage']),
    problem: row.problem === null ? null : (JSON.parse(String(row.problem)) as Message['problem']),
    createdAt: String(row.created_at),
    firstByteAt: text(row.first_byte_at),
    contentAt: text(row.content_at),
    endedAt: text(row.ended_at),
  };
}
