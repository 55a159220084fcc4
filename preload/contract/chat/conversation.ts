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
  /** Of the input, what the service had read before; absent where it did not say. */
  cachedTokens: z.number().int().nonnegative().optional(),
  /** Of the output, what was reasoning; absent where the service did not say. */
  reasoningTokens: z.number().int().nonnegative().optional(),
});

/** Fields in which servers send reasoning, and in which it goes back to them. */
export const reasoningFields = ['reasoning_content', 'reasoning'] as const;
export type ReasoningField = (typeof reasoningFields)[number];

/**
 * A function that an answer calls. `waiting` for the user's leave; `refused` by the user or by the
 * tool's approval; `interrupted`: the turn was stopped or the app ended.
 */
export const toolCall = z.object({
  id,
  name: z.string(),
  /** As the model wrote them: JSON, unless they were cut. */
  arguments: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'refused', 'interrupted']),
  /** What the model is told; null while it is not known. */
  result: z.string().nullable(),
});
export type ToolCall = z.infer<typeof toolCall>;

/** Why and how long main waits before it sends a request again. */
export const retryWait = z.object({
  /** What is left of it, as of the moment at which this is told. */
  seconds: z.number().nonnegative(),
  problem,
});

/** Something on the web that an answer refers to; its title may be empty. */
export const sourceLink = z.object({ url: z.url().max(10_000), title: z.string().max(300) });
export type SourceLink = z.infer<typeof sourceLink>;

export const message = z.object({
  id,
  conversationId: id,
  /** The message before it in the tree; null for a first one. */
  parentId: id.nullable(),
  /** How many messages stand before it on its branch. */
  depth: z.number().int().nonnegative(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  reasoning: z.string(),
  /** The field that it came in; absent where none came, or from before that was kept. */
  reasoningField: z.enum(reasoningFields).optional(),
  /** The form that it was asked for in; absent for none. */
  format: answerFormat.optional(),
  state: z.enum(messageStates),
  /** Assistant only: which model was asked. */
  model: z.string().nullable(),
  /** Assistant only: the model that answered, where it says another name than it was asked by. */
  answeredBy: z.string().optional(),
  /** Assistant only: the user wrote this text in place of the model's. */
  edited: z.literal(true).optional(),
  /** Assistant only: what it refers to beside its text; absent for nothing. */
  links: z.array(sourceLink).max(100).optional(),
  finishReason: z.string().nullable(),
  usage: usage.nullable(),
  problem: problem.nullable(),
  toolCalls: z.array(toolCall),
  /** Of an answer its images, and what it had in another program. */
  attachments: attachmentList,
  /** User only: whether requests leave it out after a failed turn; null: `isLeftOut` decides. */
  leftOut: z.boolean().nullable().default(null),
  createdAt: instant,
  /** First piece of reasoning or content. */
  firstByteAt: instant.nullable(),
  /** First piece of content: reasoning lasted from `firstByteAt` to here. */
  contentAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Of a streaming answer only: its request was refused for now, and is sent again after this. */
  retryWait: retryWait.optional(),
  /** Of a streaming answer only: it has a finish reason and looks finished, and more may still come. */
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

/** Answers that one request may ask for. */
export const maxChoices = 8;

/** Models that one message is sent to side by side. */
export const askedModels = z.array(z.string().min(1)).min(1).max(8);

/** Fields of the body that the app writes itself. */
const ownFields = ['model', 'messages', 'stream'];

/** What is sent with every request of a conversation; null and empty are left out of the body. */
export const parameters = z.object({
  system: z.string().max(1_000_000).default(''),
  maxTokens: z.number().int().positive().max(100_000_000).nullable().default(null),
  temperature: z.number().min(0).max(100).nullable().default(null),
  topP: z.number().min(0).max(1).nullable().default(null),
  seed: z.number().int().nullable().default(null),
  stop: z.array(z.string().min(1).max(1000)).max(64).default([]),
  /** Names of the tools that the model may call. */
  tools: z.array(z.string().min(1)).max(200).default([]),
  /** Answers that one message may ask for while the model calls tools; then the user is asked. */
  toolRounds: z.number().int().min(1).max(200).default(16),
  /** Answers that are asked for at once (`n`): the others are branches beside the first. */
  choices: z.number().int().min(1).max(maxChoices).default(1),
  /** The form that answers are asked for in; null: text. */
  format: answerFormat.nullable().default(null),
  /** Whether an answer is asked for in pieces, as it is written; else it comes whole. */
  stream: z.boolean().default(true),
  /** Goes into the body as it is, over the fields above: for what the service has or adds later. */
  extra: z
    .record(z.string().min(1), json)
    .refine((extra) => !ownFields.some((field) => Object.hasOwn(extra, field)))
    .default({}),
});
export type Parameters = z.infer<typeof parameters>;

export const preset = z.object({
  id,
  name: z.string(),
  /** Chosen along with the parameters; null leaves the model as it is. */
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
  /** Why it could not be sent when its turn came; it waits for `sendQueued` then. */
  problem: problem.nullable(),
  /** What it is to say, as far as its editing has come: it is not sent meanwhile. Null where it is not edited. */
  edit: z.string().nullable().default(null),
  /** It asks these side by side; absent where it asks the conversation's own. */
  models: askedModels.optional(),
});
export type QueuedMessage = z.infer<typeof queuedMessage>;

/** A message that could not be written to the disk, or not all of it: main has it and writes it again. */
export const unsavedMessage = z.object({ messageId: id, problem });
export type UnsavedMessage = z.infer<typeof unsavedMessage>;

/** A message that is being edited, as far as that has come. */
export const editedMessage = z.object({
  messageId: id,
  text: z.string(),
  attachments: attachmentList,
});
export type EditedMessage = z.infer<typeof editedMessage>;

/** What only an open conversation shows. */
export const conversationDetails = z.object({
  parameters,
  draft: z.string(),
  draftAttachments: attachmentList,
  /** What other windows had written when the draft was written over. */
  otherDrafts: z.array(z.string()).default([]),
  queued: z.array(queuedMessage),
  unsaved: z.array(unsavedMessage),
  /** The one begun last at the end. */
  edits: z.array(editedMessage).default([]),
  /** Turns before this message of the branch are not sent; null sends them all. */
  startId: id.nullable(),
  /** Sent in place of the turns left out; null sends nothing of them. */
  startSummary: z.string().nullable(),
  /** No image of this conversation is sent; the model is told that one was there. */
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

/** A stretch of one branch. */
export const page = z.object({
  messages: z.array(message),
  /** Depth of the first of them. */
  start: z.number().int().nonnegative(),
  /** Messages of the whole branch. */
  total: z.number().int().nonnegative(),
  /** Of each message with alternatives: all of them in order of their making, itself included. */
  siblings: z.record(z.string(), z.array(id)),
  /** Of each answer that was asked of several models at once: one of each model, itself included. */
  together: z.record(z.string(), z.array(id)),
  /** Of each of those that its model gave again: all of them in order of their making. Absent where none was. */
  again: z.record(z.string(), z.array(id)).optional(),
});
export type Page = z.infer<typeof page>;

/** A message as the drawing of the tree needs it. */
export const treeNode = message
  .pick({ id: true, parentId: true, depth: true, role: true, state: true, model: true })
  .extend({ createdAt: instant, beginning: z.string() });
export type TreeNode = z.infer<typeof treeNode>;

/** What a running turn added since its last event; at most one event a frame (16 ms). */
export const turnDelta = z.object({
  conversationId: id,
  messageId: id,
  sequence: z.number().int().positive(),
  content: z.string(),
  reasoning: z.string(),
  /** Of the message, by main's clock; told with the piece that set it. */
  firstByteAt: instant.optional(),
  contentAt: instant.optional(),
});
export type TurnDelta = z.infer<typeof turnDelta>;
