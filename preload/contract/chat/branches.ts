import * as z from 'zod';
import { call, event } from '../define.ts';
import { id, nothing } from '../shapes.ts';
import { page } from './conversation.ts';

/** The tree of a conversation's messages: its branches, and sections of them. */
export const branches = {
  /** Returns messages of the branch that ends in `leafId` (by default the one on screen), by depth. */
  page: call(
    z.object({
      conversationId: id,
      leafId: id.optional(),
      start: z.number().int().nonnegative(),
      count: z.number().int().min(1).max(1000),
    }),
    page,
  ),
  /** Finds a text in the messages of the branch on screen, in their order, by the rules of search. */
  find: call(
    z.object({ conversationId: id, text: z.string().max(1000) }),
    z.object({
      /** The text as `foldText` writes it, for highlighting; empty if there is nothing to find. */
      term: z.string(),
      hits: z.array(
        z.object({
          messageId: id,
          depth: z.number().int().nonnegative(),
          count: z.number().int().positive(),
        }),
      ),
    }),
  ),
  /** Shows the branch through this message, down to its newest end. */
  show: call(z.object({ messageId: id }), z.object({ leafId: id })),
  /** Returns a message's place: its conversation, the end of a branch through it, and its position there. */
  locate: call(
    z.object({ messageId: id }),
    z.object({ conversationId: id, leafId: id, depth: z.number().int().nonnegative() }),
  ),
  /**
   * Deletes a single message; for an answer also the tool rounds that led to it. Its children get its parent. `restore`
   * brings it back to its place until the app ends, in any order with others.
   */
  remove: call(z.object({ messageId: id }), z.object({ removal: id })),
  /** Waits for the running turn. */
  restore: call(z.object({ removal: id }), nothing),
  /** Parents of messages have changed, and these messages are deleted. */
  moved: event(z.object({ conversationId: id, removed: z.array(id) })),
};
