import type { AnswerFormat } from '../../../preload/contract/chat/answer-format.ts';
import type { Attachment } from '../../../preload/contract/chat/attachments.ts';
import {
  type Folder,
  type Message,
  type Parameters,
  parameters,
  type QueuedMessage,
  reasoningFields,
} from '../../../preload/contract/chat/conversation.ts';
import { parseJson } from '../../../preload/contract/json.ts';
import type { Row, SqlValue } from '../../storage/database.ts';

/** A conversation as stored. */
export interface StoredConversation {
  readonly id: string;
  readonly systemId: string;
  readonly title: string;
  readonly model: string | null;
  readonly leafId: string | null;
  readonly folderId: string | null;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly tags: string[];
  readonly draft: string;
  readonly draftAttachments: Attachment[];
  readonly parameters: Parameters;
  readonly startId: string | null;
  readonly startSummary: string | null;
  readonly imagesLeftOut: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A message of a branch, with what later requests take of it. */
export type HistoryEntry = Pick<
  Message,
  'id' | 'role' | 'content' | 'state' | 'problem' | 'toolCalls' | 'attachments' | 'leftOut'
> &
  Partial<Pick<Message, 'reasoning' | 'reasoningField'>>;

function text(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

export function fromJson<T>(value: SqlValue | undefined, otherwise: T): T {
  return value === null || value === undefined ? otherwise : (parseJson(String(value)) as T);
}

export function toConversation(row: Row): StoredConversation {
  return {
    id: String(row.id),
    systemId: String(row.system_id),
    title: String(row.title),
    model: text(row.model),
    leafId: text(row.leaf_id),
    folderId: text(row.folder_id),
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    tags: fromJson<string[]>(row.tags, []),
    draft: String(row.draft),
    draftAttachments: fromJson<Attachment[]>(row.draft_attachments, []),
    parameters: parameters.parse(fromJson(row.parameters, {})),
    startId: text(row.start_id),
    startSummary: text(row.start_summary),
    imagesLeftOut: row.images_left_out === 1,
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
  };
}

/** Whether the user has a question left out of requests, or sent; null: neither. */
export function leftOutIn({ left_out: value }: Row): boolean | null {
  return value === null || value === undefined ? null : value === 1;
}

/** The calls of tools that a row of messages has. */
export function toolCallsIn({ tool_calls: calls }: Row): Message['toolCalls'] {
  return fromJson<Message['toolCalls']>(calls, []);
}

/** The field in which the reasoning of a row of messages came. */
export function reasoningFieldIn({ reasoning_field: kept }: Row): Pick<Message, 'reasoningField'> {
  const field = reasoningFields.find((one) => one === kept);
  return field === undefined ? {} : { reasoningField: field };
}

function formatIn({ format }: Row): Pick<Message, 'format'> {
  const kept = fromJson<AnswerFormat | null>(format, null);
  return kept === null ? {} : { format: kept };
}

export function toMessage(row: Row): Message {
  return {
    id: String(row.id),
    conversationId: String(row.conversation_id),
    parentId: text(row.parent_id),
    depth: Number(row.depth),
    role: row.role as Message['role'],
    content: String(row.content),
    reasoning: String(row.reasoning),
    ...reasoningFieldIn(row),
    ...formatIn(row),
    state: row.state as Message['state'],
    model: text(row.model),
    finishReason: text(row.finish_reason),
    usage: fromJson<Message['usage']>(row.usage, null),
    problem: fromJson<Message['problem']>(row.problem, null),
    toolCalls: toolCallsIn(row),
    attachments: fromJson<Attachment[]>(row.attachments, []),
    leftOut: leftOutIn(row),
    createdAt: String(row.created_at),
    firstByteAt: text(row.first_byte_at),
    contentAt: text(row.content_at),
    endedAt: text(row.ended_at),
  };
}

export function toFolder(row: Row): Folder {
  return { id: String(row.id), systemId: String(row.system_id), name: String(row.name) };
}

export function toQueued(row: Row): QueuedMessage {
  return {
    id: String(row.id),
    text: String(row.text),
    attachments: fromJson<Attachment[]>(row.attachments, []),
    createdAt: String(row.created_at),
    problem: fromJson<QueuedMessage['problem']>(row.problem, null),
    edit: text(row.edit),
    ...(row.models === null ? {} : { models: fromJson<string[]>(row.models, []) }),
  };
}
