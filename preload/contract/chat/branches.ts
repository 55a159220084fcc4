import * as z from 'zod';
import { call, event } from '../define.ts';
import { id, nothing } from '../shapes.ts';
import { page } from './conversation.ts';

/** The tree of a conversation's messages: its branches, and stretches of them. */
export const branches = {
  /** Messages of the branch that ends in `leafId` (by default the one on screen), by their depth. */
  page: call(
    z.object({
      conversationId: id,
      leafId: id.optional(),
      start: z.number().int().nonnegative(),
      count: z.number().int().min(1).max(1000),
    }),
    page,
  ),
  /** Where a text stands in the messages of the branch on screen, in their order; found as a search finds it. */
  find: call(
    z.object({ conversationId: id, text: z.string().max(1000) }),
    z.object({
      /** The text as `foldText` writes it, for marking it; empty where there is nothing to look for. */
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
  /** The alternatives of a message in order of their making, itself included. */
  siblings: call(z.object({ messageId: id }), z.array(id)),
  /** Shows the branch through this message, down to its newest end. */
  show: call(z.object({ messageId: id }), z.object({ leafId: id })),
  /** Where a message is: its conversation, the end of a branch through it, and its place there. */
  locate: call(
    z.object({ messageId: id }),
    z.object({ conversationId: id, leafId: id, depth: z.number().int().nonnegative() }),
  ),
  /**
   * Deletes a single message, an answer with the rounds of tools that led to it. What stood below it stands below what
   * was above it. `restore` brings it back until the app ends, to where it stood, in any order with others.
   */
  remove: call(z.object({ messageId: id }), z.object({ removal: id })),
  /** Waits for the turn that runs. */
  restore: call(z.object({ removal: id }), nothing),
  /** Messages of a conversation stand elsewhere now, and these are deleted. */
  moved: event(z.object({ conversationId: id, removed: z.array(id) })),
};
