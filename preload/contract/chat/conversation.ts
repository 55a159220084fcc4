import * as z from 'zod';
import { id, instant, json, problem } from '../shapes.ts';
import { answerFormat } from './answer-format.ts';
import { attachmentList } from './attachments.ts';

/** Schemas of messages, conversations and their parts. */

/**
 * `streaming`: main is receiving it; `complete`: the server ended it; `stopped`: by the user; `interrupted`: the
 * connection was lost or the app ended; `failed`: the server or a limit refused it.
 */
export const messageStates = ['streaming', 'complete', 'stopped', 'interrupted', 'failed'] as const;

export const usage = z.object({
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  /** Input tokens from the service's cache; absent if unknown. */
  cachedTokens: z.number().int().nonnegative().optional(),
  /** Output tokens of reasoning; absent if unknown. */
  reasoningTokens: z.number().int().nonnegative().optional(),
});

/** Fields of responses and requests that contain reasoning, depending on the server. */
export const reasoningFields = ['reasoning_content', 'reasoning'] as const;
export type ReasoningField = (typeof reasoningFields)[number];

/** A link in a tool's result, in the server's words: it is followed only when the user asks for it. */
export const toolLink = z.object({
  uri: z.string().min(1).max(10_000),
  name: z.string().max(200),
  /** Media type as the server says; empty if it does not. */
  type: z.string().max(200),
});
export type ToolLink = z.infer<typeof toolLink>;
/** How far a running tool is, in its server's words; never stored. */
const toolProgress = z.object({
  done: z.number(),
  /** Null: the server does not know. */
  total: z.number().nullable(),
  /** One plain line. */
  text: z.string().max(200),
});
export type ToolProgress = z.infer<typeof toolProgress>;

/**
 * A function call in an answer. `waiting` for the user's permission; `refused` by the user or by the tool's setting;
 * `interrupted`: the turn was stopped or the app ended.
 */
export const toolCall = z.object({
  id,
  name: z.string(),
  /** As received from the model: JSON, unless they were cut off. */
  arguments: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'refused', 'interrupted']),
  /** The result for the model; null until it is known. */
  result: z.string().nullable(),
  /** The result as data, JSON; absent if it has none, or it is too long. */
  structured: z.string().max(200_000).optional(),
  links: z.array(toolLink).max(50).optional(),
  /** The server that can be asked for what the links name. */
  serverId: id.optional(),
  progress: toolProgress.optional(),
});
export type ToolCall = z.infer<typeof toolCall>;

/** Reason and duration of the wait before a retry. */
export const retryWait = z.object({
  /** Remaining time when this was sent. */
  seconds: z.number().nonnegative(),
  problem,
});

/** A source on the web that an answer cites; its title may be empty. */
export const sourceLink = z.object({ url: z.url().max(10_000), title: z.string().max(300) });
export type SourceLink = z.infer<typeof sourceLink>;

export const message = z.object({
  id,
  conversationId: id,
  /** The previous message in the tree; null for a root. */
  parentId: id.nullable(),
  /** Number of messages before it on its branch. */
  depth: z.number().int().nonnegative(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  reasoning: z.string(),
  /** The field that contained the reasoning; absent without reasoning, or for messages of earlier versions. */
  reasoningField: z.enum(reasoningFields).optional(),
  /** The requested answer format; absent for plain text. */
  format: answerFormat.optional(),
  state: z.enum(messageStates),
  /** Assistant only: the requested model. */
  model: z.string().nullable(),
  /** Assistant only: the model's name in the response, if it differs. */
  answeredBy: z.string().optional(),
  /** Assistant only: the user replaced the model's text. */
  edited: z.literal(true).optional(),
  /** Assistant only: its sources; absent without any. */
  links: z.array(sourceLink).max(100).optional(),
  finishReason: z.string().nullable(),
  usage: usage.nullable(),
  problem: problem.nullable(),
  toolCalls: z.array(toolCall),
  /** For an answer: its images, and attachments imported from another program. */
  attachments: attachmentList,
  /** User only: whether requests omit it after a failed turn; null: `isLeftOut` decides. */
  leftOut: z.boolean().nullable().default(null),
  createdAt: instant,
  /** Time of the first reasoning or content. */
  firstByteAt: instant.nullable(),
  /** Time of the first content: reasoning lasted from `firstByteAt` until then. */
  contentAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Streaming only: the request was refused temporarily and will be retried after this wait. */
  retryWait: retryWait.optional(),
  /** Streaming only: there is a finish reason, but more content may follow. */
  quiet: z.literal(true).optional(),
});
export type Message = z.infer<typeof message>;

export const conversationSummary = z.object({
  id,
  systemId: id,
  title: z.string(),
  model: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  streaming: z.boolean(),
  /** The leaf of the branch on screen. */
  leafId: id.nullable(),
  folderId: id.nullable(),
  pinned: z.boolean(),
  archived: z.boolean(),
  tags: z.array(z.string()),
  /** Temporary: in memory only until the app ends, excluded from search and export. */
  temporary: z.boolean(),
});
export type ConversationSummary = z.infer<typeof conversationSummary>;

/** Maximum answers of one request. */
export const maxChoices = 8;

/** The models that answer one message side by side. */
export const askedModels = z.array(z.string().min(1)).min(1).max(8);

/** Fields of the request body that the app sets itself. */
const ownFields = ['model', 'messages', 'stream'];

/** Parameters of every request in a conversation; null and empty ones are omitted from the body. */
export const parameters = z.object({
  system: z.string().max(1_000_000).default(''),
  maxTokens: z.number().int().positive().max(100_000_000).nullable().default(null),
  temperature: z.number().min(0).max(100).nullable().default(null),
  topP: z.number().min(0).max(1).nullable().default(null),
  seed: z.number().int().nullable().default(null),
  stop: z.array(z.string().min(1).max(1000)).max(64).default([]),
  /** Names of the tools that the model may call. */
  tools: z.array(z.string().min(1)).max(200).default([]),
  /** Maximum answers to one message while the model calls tools; after that the user decides. */
  toolRounds: z.number().int().min(1).max(200).default(16),
  /** Number of answers per request (`n`); the others become branches beside the first. */
  choices: z.number().int().min(1).max(maxChoices).default(1),
  /** The requested answer format; null: plain text. */
  format: answerFormat.nullable().default(null),
  /** Whether answers are streamed; otherwise they arrive complete. */
  stream: z.boolean().default(true),
  /** Merged into the body over the fields above, for features that the app does not know. */
  extra: z
    .record(z.string().min(1), json)
    .refine((extra) => !ownFields.some((field) => Object.hasOwn(extra, field)))
    .default({}),
});
export type Parameters = z.infer<typeof parameters>;

export const preset = z.object({
  id,
  name: z.string(),
  /** The model to select with the parameters; null keeps the current one. */
  model: z.string().nullable(),
  parameters,
});
export type Preset = z.infer<typeof preset>;

export const folder = z.object({ id, systemId: id, name: z.string() });
export type Folder = z.infer<typeof folder>;

/** A message that is sent when the running turn has succeeded. */
export const queuedMessage = z.object({
  id,
  text: z.string(),
  attachments: attachmentList,
  createdAt: instant,
  /** Why it could not be sent when it was due; it then waits for `sendQueued`. */
  problem: problem.nullable(),
  /** Its unsaved edit; it is not sent meanwhile. Null if it is not being edited. */
  edit: z.string().nullable().default(null),
  /** Models that answer side by side; absent for the conversation's own. */
  models: askedModels.optional(),
});
export type QueuedMessage = z.infer<typeof queuedMessage>;

/** A message that could not be stored completely: main keeps it in memory and retries. */
export const unsavedMessage = z.object({ messageId: id, problem });
export type UnsavedMessage = z.infer<typeof unsavedMessage>;

/** The unsaved edit of a message. */
export const editedMessage = z.object({
  messageId: id,
  text: z.string(),
  attachments: attachmentList,
});
export type EditedMessage = z.infer<typeof editedMessage>;

/** Details that only an open conversation shows. */
export const conversationDetails = z.object({
  parameters,
  draft: z.string(),
  draftAttachments: attachmentList,
  /** Drafts of other windows that were overwritten. */
  otherDrafts: z.array(z.string()).default([]),
  queued: z.array(queuedMessage),
  unsaved: z.array(unsavedMessage),
  /** Ordered by start, the newest last. */
  edits: z.array(editedMessage).default([]),
  /** Requests omit the turns before this message; null: they include all turns. */
  startId: id.nullable(),
  /** A summary sent instead of the omitted turns; null: none is sent. */
  startSummary: z.string().nullable(),
  /** Requests contain a note instead of each image. */
  imagesLeftOut: z.boolean(),
});

/**
 * A conversation with its messages. `sequence` counts the turn's events so far: a window takes this snapshot and then
 * applies only events with higher numbers.
 */
export const conversation = conversationSummary.extend(conversationDetails.shape).extend({
  messages: z.array(message),
  sequence: z.number().int().nonnegative(),
});
export type Conversation = z.infer<typeof conversation>;

/** Consecutive messages of one branch. */
export const page = z.object({
  messages: z.array(message),
  /** Depth of the first message. */
  start: z.number().int().nonnegative(),
  /** Number of messages on the whole branch. */
  total: z.number().int().nonnegative(),
  /** For each message with alternatives: all of them in order of creation, itself included. */
  siblings: z.record(z.string(), z.array(id)),
  /** For each answer of a message to several models: one answer per model, itself included. */
  together: z.record(z.string(), z.array(id)),
  /** For each of those that was regenerated: all versions in order of creation. Absent without any. */
  again: z.record(z.string(), z.array(id)).optional(),
});
export type Page = z.infer<typeof page>;

/** A message in the tree view. */
export const treeNode = message
  .pick({ id: true, parentId: true, depth: true, role: true, state: true, model: true })
  .extend({ createdAt: instant, beginning: z.string() });
export type TreeNode = z.infer<typeof treeNode>;

/** New content of a running turn since its last event; at most one event per frame (16 ms). */
export const turnDelta = z.object({
  conversationId: id,
  messageId: id,
  sequence: z.number().int().positive(),
  content: z.string(),
  reasoning: z.string(),
  /** Times of the message by main's clock, sent with the content that set them. */
  firstByteAt: instant.optional(),
  contentAt: instant.optional(),
});
export type TurnDelta = z.infer<typeof turnDelta>;
