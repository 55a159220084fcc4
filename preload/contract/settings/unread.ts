import * as z from 'zod';
import { resource } from '../define.ts';
import { nothing } from '../shapes.ts';

/** A row of what is kept that could not be read: it stays where it is. */
export const unreadRow = z.object({
  table: z.string(),
  /** What the row is called, where that can be read; else empty. */
  name: z.string(),
  /** The columns that could not be read, where that is known. */
  columns: z.array(z.string()),
  /** Whether the rest of the row is used; else nothing of it is. */
  used: z.boolean(),
});
export type UnreadRow = z.infer<typeof unreadRow>;

/** What could not be read of what is kept, since the app started. */
export const unread = { ...resource(nothing, z.array(unreadRow)) };
