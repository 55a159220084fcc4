import * as z from 'zod';
import { id, instant } from '../shapes.ts';

export const searchQuery = z.object({
  systemId: id,
  /** What stands between blanks, anywhere in a message, and "quoted" texts as they are; all must be there. */
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
  /** `number` of the last hit so far, or where `unsearched` begins: the answer goes on below it. */
  before: z.number().int().optional(),
});
export type SearchQuery = z.infer<typeof searchQuery>;

/** A found message; `locate` says where on its branch to jump to. */
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
  /** Where most of it was found. */
  in: z.enum(['content', 'reasoning', 'tool-call', 'file-name', 'file']),
  /** The attached file's or the called tool's; null for the message's own words. */
  name: z.string().nullable(),
  /** The text around the first hit; joined, its pieces are the excerpt. */
  excerpt: z.array(z.object({ text: z.string(), hit: z.boolean() })),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchResult = z.object({
  hits: z.array(searchHit),
  /** There are more hits, or messages that were not looked at. */
  more: z.boolean(),
  /**
   * The answer would have taken long: messages below `before`, which was written `at`, may have what is looked
   * for. Null: all were searched, or as many hits found as were asked for.
   */
  unsearched: z.object({ before: z.number().int(), at: instant }).nullable(),
  /** What was looked for, as `foldText` writes it; for marking it in the whole message. */
  terms: z.array(z.string()),
  /** The index is being built: so many messages of all, the oldest, are not searched yet. */
  indexing: z
    .object({ left: z.number().int().nonnegative(), total: z.number().int().nonnegative() })
    .nullable(),
});
export type SearchResult = z.infer<typeof searchResult>;
