import * as z from 'zod';
import { call, event } from '../define.ts';
import { id, maxTextLength, nothing } from '../shapes.ts';
import { attachmentList } from './attachments.ts';
import { askedModels, message, queuedMessage, turnDelta } from './conversation.ts';
import { revision } from './drafts.ts';

/** Content of a message: a text, files, or both. */
const words = z.object({
  text: z.string().max(maxTextLength),
  attachments: attachmentList.optional(),
});
const hasWords = ({ text, attachments = [] }: z.infer<typeof words>): boolean =>
  text !== '' || attachments.length > 0;

/** Models to use side by side instead of the conversation's own: one answer from each, as branches. */
const models = askedModels.optional();
const begun = z.object({
  messageId: id,
  /** The first answer, on the branch on screen. */
  answerId: id,
  answerIds: z.array(id),
});

/** Turns: sends, stops and queues messages, and regenerates answers. */
export const chat = {
  /**
   * Adds the user's message after the current leaf and starts the turn; the answer follows as events. `anyway` skips
   * the estimate that a limit of the model is exceeded: the service may accept the request.
   */
  send: call(
    words.extend({ conversationId: id, models, anyway: z.boolean().optional() }).refine(hasWords),
    begun,
  ),
  /**
   * Sends an edited message as a new branch, with its files unless others are given; the old message stays. If the
   * stored edit differs from `over`, another window wrote it, and it goes to `otherDrafts`.
   */
  edit: call(words.extend({ messageId: id, models, over: revision.optional() }), begun),
  /**
   * Replaces an answer by the user's text as a new branch, marked as edited; sends no request. If the stored edit
   * differs from `over`, another window wrote it, and it goes to `otherDrafts`.
   */
  editAnswer: call(
    z.object({
      messageId: id,
      text: z.string().min(1).max(maxTextLength),
      over: revision.optional(),
    }),
    z.object({ answerId: id }),
  ),
  /** Regenerates the answer to the message before `messageId` as a new branch. */
  regenerate: call(
    z.object({ messageId: id, models }),
    z.object({ answerId: id, answerIds: z.array(id) }),
  ),
  /** Continues an incomplete answer in a message below it. */
  resume: call(z.object({ messageId: id }), z.object({ answerId: id })),
  /** Stops the running turn; with `messageId` only the model that writes this answer. */
  stop: call(z.object({ conversationId: id, messageId: id.optional() }), nothing),
  /** Gets a title from the conversation's model and uses it. */
  suggestTitle: call(z.object({ id }), z.object({ title: z.string() })),
  /** Queues a message until the running turn has succeeded; sends it at once if no turn runs. */
  queue: call(words.extend({ conversationId: id, models }).refine(hasWords), queuedMessage),
  /** Removes a queued message and returns its text and files. */
  unqueue: call(
    z.object({ conversationId: id, queuedId: id }),
    z.object({ text: z.string(), attachments: attachmentList }),
  ),
  /** Moves these queued messages to the front, in this order. */
  orderQueue: call(z.object({ conversationId: id, queuedIds: z.array(id).max(10_000) }), nothing),
  /**
   * Edits a queued message; its files stay unless others are given. Without `saved` the text is stored as an edit, and
   * the message waits until an edit is saved or equals the message. If the stored edit differs from `over`, another
   * window wrote it, and it goes to `otherDrafts`.
   */
  editQueued: call(
    words.extend({
      conversationId: id,
      queuedId: id,
      saved: z.boolean().default(true),
      over: revision.optional(),
    }),
    nothing,
  ),
  /** Empties the queue and returns the texts and files. */
  emptyQueue: call(
    z.object({ conversationId: id }),
    z.array(z.object({ text: z.string(), attachments: attachmentList })),
  ),
  /** Sends the first queued message now: the queue stops after a failed turn. */
  sendQueued: call(z.object({ conversationId: id }), begun),
  delta: event(turnDelta),
  /** A message was added or replaced: started, ended or interrupted. */
  messageChanged: event(z.object({ sequence: z.number().int().positive(), message })),
};
