import * as z from 'zod';
import { resource } from '../define.ts';
import { nothing } from '../shapes.ts';

/** An unreadable row of stored data: it stays in place. */
export const unreadableRow = z.object({
  table: z.string(),
  /** The row's name, if readable; else empty. */
  name: z.string(),
  /** The unreadable columns, if known. */
  columns: z.array(z.string()),
  /** Whether the rest of the row is used; else nothing of it is. */
  used: z.boolean(),
});
export type UnreadableRow = z.infer<typeof unreadableRow>;

/** Unreadable stored data since the app started. */
export const unreadableRows = { ...resource(nothing, z.array(unreadableRow)) };
