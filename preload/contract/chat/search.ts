import * as z from 'zod';
import { id, instant } from '../shapes.ts';

export const searchQuery = z.object({
  systemId: id,
  /** Words between blanks, anywhere in a message, and "quoted" texts unchanged; all must match. */
  text: z.string().max(1000),
  role: z.enum(['user', 'assistant']).optional(),
  model: z.string().optional(),
  /** Null: without a folder. */
  folderId: id.nullable().optional(),
  conversationId: id.optional(),
  /** Written at or after. */
  from: instant.optional(),
  /** Written before. */
  to: instant.optional(),
  limit: z.number().int().min(1).max(200),
  /** `number` of the last hit so far, or where `unsearched` begins: continues below it. */
  before: z.number().int().optional(),
});
export type SearchQuery = z.infer<typeof searchQuery>;

/** A found message; `locate` returns where to go on its branch. */
export const searchHit = z.object({
  number: z.number().int(),
  messageId: id,
  conversationId: id,
  title: z.string(),
  folderId: id.nullable(),
  archived: z.boolean(),
  role: z.enum(['user', 'assistant']),
  model: z.string().nullable(),
  createdAt: instant,
  depth: z.number().int().nonnegative(),
  /** The part with most matches. */
  in: z.enum(['content', 'reasoning', 'tool-call', 'file-name', 'file']),
  /** The attached file's or the called tool's; null for the message's own text. */
  name: z.string().nullable(),
  /** The text around the first match; its pieces joined are the excerpt. */
  excerpt: z.array(z.object({ text: z.string(), hit: z.boolean() })),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchResult = z.object({
  hits: z.array(searchHit),
  /** There are more matches, or messages that were not searched. */
  more: z.boolean(),
  /**
   * The search would have taken long: messages below `before`, written `at`, may match too. Null: all were searched, or
   * the requested number was found.
   */
  unsearched: z.object({ before: z.number().int(), at: instant }).nullable(),
  /** The terms as `foldText` writes them, for highlighting in the whole message. */
  terms: z.array(z.string()),
  /** The index is being built: this many of all messages, the oldest, are not searched yet. */
  indexing: z
    .object({ left: z.number().int().nonnegative(), total: z.number().int().nonnegative() })
    .nullable(),
});
export type SearchResult = z.infer<typeof searchResult>;
