import * as z from 'zod';
import { parseJson } from '../../../../common/texts/json.ts';
import { answerFormat } from '../../../../preload/contract/chat/answer-format.ts';
import { type Attachment, attachmentList } from '../../../../preload/contract/chat/attachments.ts';
import {
  askedModels,
  type EditedMessage,
  type Folder,
  type Message,
  messageStates,
  type Parameters,
  parameters,
  type QueuedMessage,
  reasoningFields,
  sourceLink,
  type TreeNode,
  toolCall,
  usage,
} from '../../../../preload/contract/chat/conversation.ts';
import { problem } from '../../../../preload/contract/shapes.ts';
import type { Row } from '../../../base/storage/database.ts';
import { defaultTime, type RowReader, type Values } from '../../../base/storage/rows/index.ts';

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

/** A message of a branch, with the parts that later requests use. */
export type HistoryEntry = Pick<
  Message,
  'id' | 'role' | 'content' | 'state' | 'problem' | 'toolCalls' | 'attachments' | 'leftOut'
> &
  Partial<Pick<Message, 'reasoning' | 'reasoningField' | 'finishReason'>>;

const attachments = attachmentList;

/** Returns the tool calls in a message row; none if they are unreadable. */
export function toolCallsIn({ tool_calls: kept }: Row): Message['toolCalls'] {
  if (typeof kept !== 'string') return [];
  try {
    return z.array(toolCall).parse(parseJson(kept));
  } catch {
    return [];
  }
}

export const conversationRows: RowReader<StoredConversation> = {
  table: 'conversations',
  called: 'title',
  read: (row) => ({
    id: row.word('id'),
    systemId: row.word('system_id'),
    title: row.text('title'),
    model: row.optional('model'),
    leafId: row.or(null, () => row.optionalWord('leaf_id')),
    folderId: row.or(null, () => row.optionalWord('folder_id')),
    pinned: row.or(false, () => row.flag('pinned')),
    archived: row.or(false, () => row.flag('archived')),
    tags: row.or([], () => row.json('tags', z.array(z.string()))),
    draft: row.text('draft'),
    draftAttachments: row.or([], () => row.json('draft_attachments', attachments)),
    parameters: row.or(parameters.parse({}), () => row.json('parameters', parameters)),
    startId: row.or(null, () => row.optionalWord('start_id')),
    startSummary: row.optional('start_summary'),
    imagesLeftOut: row.or(false, () => row.flag('images_left_out')),
    createdAt: row.or(defaultTime, () => row.instant('created_at')),
    updatedAt: row.or(defaultTime, () => row.instant('updated_at')),
  }),
};

const roles = ['user', 'assistant'] as const;

/** Returns the parts of a message row that later requests use, too. */
function entryOf(row: Values): HistoryEntry {
  const kept = row.or(null, () => row.optional('reasoning_field'));
  const field = reasoningFields.find((one) => one === kept);
  return {
    id: row.word('id'),
    role: row.or('assistant', () => row.one('role', roles)),
    content: row.text('content'),
    reasoning: row.text('reasoning'),
    ...(field === undefined ? {} : { reasoningField: field }),
    state: row.or('interrupted', () => row.one('state', messageStates)),
    finishReason: row.optional('finish_reason'),
    problem: row.or(null, () => row.optionalJson('problem', problem)),
    toolCalls: row.or([], () => row.optionalJson('tool_calls', z.array(toolCall)) ?? []),
    attachments: row.or([], () => row.optionalJson('attachments', attachments) ?? []),
    leftOut: row.or(null, () => row.optionalFlag('left_out')),
  };
}

/** Reads as much of a message as possible: others depend on it. */
export const entryRows: RowReader<HistoryEntry> = {
  table: 'messages',
  called: 'id',
  read: entryOf,
};

export const messageRows: RowReader<Message> = {
  table: 'messages',
  called: 'id',
  read(row) {
    const format = row.or(null, () => row.optionalJson('format', answerFormat));
    const answeredBy = row.or(null, () => row.optional('answered_by'));
    const edited = row.or(null, () => row.optionalFlag('edited'));
    const links = row.or(null, () => row.optionalJson('links', z.array(sourceLink).max(100)));
    const { reasoning = '', finishReason = null, ...entry } = entryOf(row);
    return {
      ...entry,
      reasoning,
      conversationId: row.word('conversation_id'),
      parentId: row.or(null, () => row.optionalWord('parent_id')),
      depth: row.or(0, () => row.count('depth')),
      ...(format === null ? {} : { format }),
      model: row.optional('model'),
      ...(answeredBy === null ? {} : { answeredBy }),
      ...(edited === true ? { edited } : {}),
      ...(links === null ? {} : { links }),
      finishReason,
      usage: row.or(null, () => row.optionalJson('usage', usage)),
      createdAt: row.or(defaultTime, () => row.instant('created_at')),
      firstByteAt: row.or(null, () => row.optionalInstant('first_byte_at')),
      contentAt: row.or(null, () => row.optionalInstant('content_at')),
      endedAt: row.or(null, () => row.optionalInstant('ended_at')),
    };
  },
};

export const nodeRows: RowReader<TreeNode> = {
  table: 'messages',
  called: 'id',
  read: (row) => ({
    id: row.word('id'),
    parentId: row.or(null, () => row.optionalWord('parent_id')),
    depth: row.or(0, () => row.count('depth')),
    role: row.or('assistant', () => row.one('role', roles)),
    state: row.or('interrupted', () => row.one('state', messageStates)),
    model: row.optional('model'),
    createdAt: row.or(defaultTime, () => row.instant('created_at')),
    beginning: row.text('beginning'),
  }),
};

export const folderRows: RowReader<Folder> = {
  table: 'folders',
  called: 'name',
  read: (row) => ({
    id: row.word('id'),
    systemId: row.word('system_id'),
    name: row.text('name'),
  }),
};

export const queuedRows: RowReader<QueuedMessage> = {
  table: 'queued_messages',
  called: 'id',
  read(row) {
    const models = row.or(null, () => row.optionalJson('models', askedModels));
    return {
      id: row.word('id'),
      text: row.text('text'),
      attachments: row.or([], () => row.json('attachments', attachments)),
      createdAt: row.or(defaultTime, () => row.instant('created_at')),
      problem: row.or(null, () => row.optionalJson('problem', problem)),
      edit: row.optional('edit'),
      ...(models === null ? {} : { models }),
    };
  },
};

export const editRows: RowReader<EditedMessage> = {
  table: 'edits',
  called: 'message_id',
  read: (row) => ({
    messageId: row.word('message_id'),
    text: row.text('text'),
    attachments: row.or([], () => row.json('attachments', attachments)),
  }),
};
