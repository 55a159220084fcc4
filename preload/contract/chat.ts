import * as z from 'zod';
import { call, event } from './define.ts';
import { id, instant, nothing, problem } from './shapes.ts';

/**
 * `streaming`: main is receiving it; `complete`: the server ended it; `stopped`: by the user;
 * `interrupted`: the connection or the app went away; `failed`: the server or a limit refused it.
 */
export const messageStates = ['streaming', 'complete', 'stopped', 'interrupted', 'failed'] as const;

export const usage = z.object({
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
});

export const message = z.object({
  id,
  conversationId: id,
  /** The message before it in the tree; null for a first one. */
  parentId: id.nullable(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  reasoning: z.string(),
  state: z.enum(messageStates),
  /** Assistant only: which model was asked. */
  model: z.string().nullable(),
  finishReason: z.string().nullable(),
  usage: usage.nullable(),
  problem: problem.nullable(),
  createdAt: instant,
  /** First piece of reasoning or content. */
  firstByteAt: instant.nullable(),
  /** First piece of content: reasoning lasted from `firstByteAt` to here. */
  contentAt: instant.nullable(),
  endedAt: instant.nullable(),
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
});
export type ConversationSummary = z.infer<typeof conversationSummary>;

/**
 * One conversation with its messages. `sequence` counts the turn's events so far: a window that
 * attaches takes this snapshot and then applies only events with a higher number.
 */
export const conversation = conversationSummary.extend({
  messages: z.array(message),
  /** The leaf of the branch on screen. */
  leafId: id.nullable(),
  sequence: z.number().int().nonnegative(),
});
export type Conversation = z.infer<typeof conversation>;

/** What a running turn added since its last event; at most one event a frame (16 ms). */
export const turnDelta = z.object({
  conversationId: id,
  messageId: id,
  sequence: z.number().int().positive(),
  content: z.string(),
  reasoning: z.string(),
});
export type TurnDelta = z.infer<typeof turnDelta>;

const text = z
  .string()
  .min(1)
  .max(32 * 1024 * 1024);

export const chat = {
  list: call(z.object({ systemId: id }), z.array(conversationSummary)),
  create: call(z.object({ systemId: id, model: z.string().nullable() }), conversation),
  open: call(z.object({ id }), conversation),
  setModel: call(z.object({ id, model: z.string().min(1) }), nothing),
  rename: call(z.object({ id, title: z.string().trim().min(1).max(200) }), nothing),
  /** Takes it out of the list; `restore` brings it back until the app ends. */
  remove: call(z.object({ id }), nothing),
  restore: call(z.object({ id }), nothing),
  /** Adds the user's message below the present leaf and starts the turn; the answer follows as events. */
  send: call(z.object({ conversationId: id, text }), z.object({ messageId: id, answerId: id })),
  /** Asks again for the answer to the message before `messageId`; the old answer stays as a branch. */
  regenerate: call(z.object({ messageId: id }), z.object({ answerId: id })),
  stop: call(z.object({ conversationId: id }), nothing),
  delta: event(turnDelta),
  /** A message was added or changed as a whole: begun, ended, marked interrupted. */
  messageChanged: event(z.object({ sequence: z.number().int().positive(), message })),
  conversationChanged: event(conversationSummary),
  conversationRemoved: event(z.object({ id, systemId: id })),
};
