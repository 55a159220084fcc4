import * as z from 'zod';
import { call, event } from '../define.ts';
import { id, maxTextLength, nothing } from '../shapes.ts';
import { attachmentList } from './attachments.ts';
import { askedModels, message, queuedMessage, turnDelta } from './conversation.ts';
import { revision } from './drafts.ts';

/** What a message says: a text, files, or both. */
const words = z.object({
  text: z.string().max(maxTextLength),
  attachments: attachmentList.optional(),
});
const hasWords = ({ text, attachments = [] }: z.infer<typeof words>): boolean =>
  text !== '' || attachments.length > 0;

/** Models to ask side by side instead of the conversation's own: one answer of each, as branches. */
const models = askedModels.optional();
const begun = z.object({
  messageId: id,
  /** The first answer, on the branch on screen. */
  answerId: id,
  answerIds: z.array(id),
});

/** Turns: what is asked, answered, stopped and queued. */
export const chat = {
  /**
   * Adds the user's message below the present leaf and starts the turn; the answer follows as events. `anyway`
   * sends what is judged to break a limit of the model: that is a guess, and the service may take it.
   */
  send: call(
    words.extend({ conversationId: id, models, anyway: z.boolean().optional() }).refine(hasWords),
    begun,
  ),
  /**
   * Sends another text in place of a message of the user, with its files unless others are given; the old one stays as
   * a branch. Where its edit is another than `over`, that one is kept among `otherDrafts`.
   */
  edit: call(words.extend({ messageId: id, models, over: revision.optional() }), begun),
  /**
   * Puts a text of the user in place of an answer's, marked as edited; the old one stays as a branch. Nothing is asked
   * for. Where its edit is another than `over`, that one is kept among `otherDrafts`.
   */
  editAnswer: call(
    z.object({
      messageId: id,
      text: z.string().min(1).max(maxTextLength),
      over: revision.optional(),
    }),
    z.object({ answerId: id }),
  ),
  /** Asks again for the answer to the message before `messageId`; the old answer stays as a branch. */
  regenerate: call(
    z.object({ messageId: id, models }),
    z.object({ answerId: id, answerIds: z.array(id) }),
  ),
  /** Lets an answer that was cut or interrupted go on, in a message below it. */
  resume: call(z.object({ messageId: id }), z.object({ answerId: id })),
  stop: call(z.object({ conversationId: id }), nothing),
  /** Asks the conversation's model for a title and takes it. */
  suggestTitle: call(z.object({ id }), z.object({ title: z.string() })),
  /** Lets a waiting tool call run, or refuses it. */
  decideToolCall: call(z.object({ messageId: id, callId: id, allow: z.boolean() }), nothing),
  /** Keeps a message until the running turn has ended well, then sends it. Sent at once where none runs. */
  queue: call(words.extend({ conversationId: id, models }).refine(hasWords), queuedMessage),
  /** Takes a queued message back; gives its text and files. */
  unqueue: call(
    z.object({ conversationId: id, queuedId: id }),
    z.object({ text: z.string(), attachments: attachmentList }),
  ),
  /** Puts these queued messages first, in this order. */
  orderQueue: call(z.object({ conversationId: id, queuedIds: z.array(id).max(10_000) }), nothing),
  /**
   * Changes what a queued message says; its files stay unless others are given. Not `saved`: the text is kept beside
   * it, and it waits, until one is saved or says what the message says. What another window has written of it
   * meanwhile, so that it is not as of `over`, is kept among `otherDrafts`.
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
  /** Takes every queued message back; gives their texts and files. */
  emptyQueue: call(
    z.object({ conversationId: id }),
    z.array(z.object({ text: z.string(), attachments: attachmentList })),
  ),
  /** Sends the first queued message now: after a turn that ended badly the queue waits. */
  sendQueued: call(z.object({ conversationId: id }), begun),
  delta: event(turnDelta),
  /** A message was added or changed as a whole: begun, ended, marked interrupted. */
  messageChanged: event(z.object({ sequence: z.number().int().positive(), message })),
};
