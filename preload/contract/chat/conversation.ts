import * as z from 'zod';
import { id, instant, json, problem } from '../shapes.ts';
import { answerFormat } from './answer-format.ts';
import { attachmentList } from './attachments.ts';

/** Shapes of chat: messages, conversations and what belongs to them. */

/**
 * `streaming`: main is receiving it; `complete`: the server ended it; `stopped`: by the user;
 * `interrupted`: the connection or the app went away; `failed`: the server or a limit refused it.
 */
export const messageStates = ['streaming', 'complete', 'stopped', 'interrupted', 'failed'] as const;

export const usage = z.object({
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  /** Input tokens from the service's cache; absent if not reported. */
  cachedTokens: z.number().int().nonnegative().optional(),
  /** Output tokens of reasoning; absent if not reported. */
  reasoningTokens: z.number().int().nonnegative().optional(),
});

/** Fields in which servers send reasoning, and in which it is sent back to them. */
export const reasoningFields = ['reasoning_content', 'reasoning'] as const;
export type ReasoningField = (typeof reasoningFields)[number];

/**
 * A function that an answer calls. `waiting` for the user's permission; `refused` by the user or by the tool's
 * approval; `interrupted`: the turn was stopped or the app ended.
 */
export const toolCall = z.object({
  id,
  name: z.string(),
  /** As the model wrote them: JSON, unless they were cut. */
  arguments: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'refused', 'interrupted']),
  /** The result for the model; null while it is unknown. */
  result: z.string().nullable(),
});
export type ToolCall = z.infer<typeof toolCall>;

/** Why and how long main waits before it retries a request. */
export const retryWait = z.object({
  /** Remaining time at the moment of the event. */
  seconds: z.number().nonnegative(),
  problem,
});

/** A web reference of an answer; its title may be empty. */
export const sourceLink = z.object({ url: z.url().max(10_000), title: z.string().max(300) });
export type SourceLink = z.infer<typeof sourceLink>;

export const message = z.object({
  id,
  conversationId: id,
  /** The message before it in the tree; null for a first one. */
  parentId: id.nullable(),
  /** Number of messages before it on its branch. */
  depth: z.number().int().nonnegative(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  reasoning: z.string(),
  /** The field that it came in; absent if none came, or if it is older than this field. */
  reasoningField: z.enum(reasoningFields).optional(),
  /** The requested answer format; absent for none. */
  format: answerFormat.optional(),
  state: z.enum(messageStates),
  /** Assistant only: the requested model. */
  model: z.string().nullable(),
  /** Assistant only: the model that answered, if its own name differs from the requested one. */
  answeredBy: z.string().optional(),
  /** Assistant only: references beside its text; absent for none. */
  links: z.array(sourceLink).max(100).optional(),
  finishReason: z.string().nullable(),
  usage: usage.nullable(),
  problem: problem.nullable(),
  toolCalls: z.array(toolCall),
  /** For an answer its images, and files from another program. */
  attachments: attachmentList,
  /** User only: whether requests leave it out after a failed turn; null uses `leftOut`. */
  leftOut: z.boolean().nullable().default(null),
  createdAt: instant,
  /** First piece of reasoning or content. */
  firstByteAt: instant.nullable(),
  /** First piece of content: reasoning lasted from `firstByteAt` to here. */
  contentAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Only while streaming: its request was refused for now, and is retried after this. */
  retryWait: retryWait.optional(),
  /** Only while streaming: it has a finish reason and looks finished, but more may still come. */
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
  /** Kept in memory only: gone when the app ends, and in no search or export. */
  temporary: z.boolean(),
});
export type ConversationSummary = z.infer<typeof conversationSummary>;

/** Maximum answers of one request. */
export const mostChoices = 8;

/** Models that one message is sent to side by side. */
export const askedModels = z.array(z.string().min(1)).min(1).max(8);

/** Fields of the body that the app writes itself. */
const ownFields = ['model', 'messages', 'stream'];

/** Sent with every request of a conversation; null and empty values are omitted from the body. */
export const parameters = z.object({
  system: z.string().max(1_000_000).default(''),
  maxTokens: z.number().int().positive().max(100_000_000).nullable().default(null),
  temperature: z.number().min(0).max(100).nullable().default(null),
  topP: z.number().min(0).max(1).nullable().default(null),
  seed: z.number().int().nullable().default(null),
  stop: z.array(z.string().min(1).max(1000)).max(64).default([]),
  /** Names of the tools that the model may call. */
  tools: z.array(z.string().min(1)).max(200).default([]),
  /** Maximum answers for one message while the model calls tools; then the user is asked. */
  toolRounds: z.number().int().min(1).max(200).default(16),
  /** Number of answers requested at once (`n`): the others are branches beside the first. */
  choices: z.number().int().min(1).max(mostChoices).default(1),
  /** The requested answer format; null: text. */
  format: answerFormat.nullable().default(null),
  /** Whether the answer is streamed; otherwise it comes whole. */
  stream: z.boolean().default(true),
  /** Merged unchanged into the body, over the fields above: for fields that the service has or adds later. */
  extra: z
    .record(z.string().min(1), json)
    .refine((extra) => !ownFields.some((field) => Object.hasOwn(extra, field)))
    .default({}),
});
export type Parameters = z.infer<typeof parameters>;

export const preset = z.object({
  id,
  name: z.string(),
  /** Selected along with the parameters; null leaves the model unchanged. */
  model: z.string().nullable(),
  parameters,
});
export type Preset = z.infer<typeof preset>;

export const folder = z.object({ id, systemId: id, name: z.string() });
export type Folder = z.infer<typeof folder>;

/** A message that waits for the running turn to end well. */
export const queuedMessage = z.object({
  id,
  text: z.string(),
  attachments: attachmentList,
  createdAt: instant,
  /** Why it could not be sent when its turn came; then it waits for `sendQueued`. */
  problem: problem.nullable(),
  /** Its unfinished edit, which delays sending. Null if it is not being edited. */
  edit: z.string().nullable().default(null),
  /** Models that it asks side by side; absent for the conversation's own. */
  models: askedModels.optional(),
});
export type QueuedMessage = z.infer<typeof queuedMessage>;

/** A message that could not be written to the disk completely: main has it and retries. */
export const unsavedMessage = z.object({ messageId: id, problem });
export type UnsavedMessage = z.infer<typeof unsavedMessage>;

/** A user's message being edited, with the unfinished text. */
export const editedMessage = z.object({
  messageId: id,
  text: z.string(),
  attachments: attachmentList,
});
export type EditedMessage = z.infer<typeof editedMessage>;

/** Shown only in an open conversation. */
export const conversationDetails = z.object({
  parameters,
  draft: z.string(),
  draftAttachments: attachmentList,
  /** Texts of other windows that were replaced when the draft was written. */
  otherDrafts: z.array(z.string()).default([]),
  queued: z.array(queuedMessage),
  unsaved: z.array(unsavedMessage),
  /** The most recently begun last. */
  edits: z.array(editedMessage).default([]),
  /** Turns of the branch before this message are not sent; null sends them all. */
  startId: id.nullable(),
  /** Sent in place of the turns left out; null sends nothing for them. */
  startSummary: z.string().nullable(),
  /** No image of this conversation is sent; the model is told that there was one. */
  imagesLeftOut: z.boolean(),
});

/**
 * One conversation with its messages. `sequence` counts the turn's events so far: a window that
 * attaches takes this snapshot and then applies only events with a higher number.
 */
export const conversation = conversationSummary.extend(conversationDetails.shape).extend({
  messages: z.array(message),
  sequence: z.number().int().nonnegative(),
});
export type Conversation = z.infer<typeof conversation>;

/** A section of one branch. */
export const page = z.object({
  messages: z.array(message),
  /** Depth of the first of them. */
  start: z.number().int().nonnegative(),
  /** Messages of the whole branch. */
  total: z.number().int().nonnegative(),
  /** For each message with alternatives: all of them in order of creation, itself included. */
  siblings: z.record(z.string(), z.array(id)),
  /** For each answer requested from several models at once: one of each model, itself included. */
  together: z.record(z.string(), z.array(id)),
  /** For each of those that its model regenerated: all of them in order of creation. Absent if there is none. */
  again: z.record(z.string(), z.array(id)).optional(),
});
export type Page = z.infer<typeof page>;

/** A message in the form that the tree view needs. */
export const treeNode = message
  .pick({ id: true, parentId: true, depth: true, role: true, state: true, model: true })
  .extend({ createdAt: instant, beginning: z.string() });
export type TreeNode = z.infer<typeof treeNode>;

/** New text of a running turn since its last event; at most one event a frame (16 ms). */
export const turnDelta = z.object({
  conversationId: id,
  messageId: id,
  sequence: z.number().int().positive(),
  content: z.string(),
  reasoning: z.string(),
  /** Of the message, by main's clock; sent with the piece that set it. */
  firstByteAt: instant.optional(),
  contentAt: instant.optional(),
});
export type TurnDelta = z.infer<typeof turnDelta>;
