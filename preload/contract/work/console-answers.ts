import * as z from 'zod';
import { id, problem } from '../shapes.ts';

const count = z.number().int().nonnegative();

const answer = z.object({
  status: count,
  /** Its address, after redirects within the origin. */
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Type of the body without parameters, in small letters; empty: not said. */
  type: z.string(),
  /** `events`: lines of an event stream or of NDJSON, by `lines`. */
  kind: z.enum(['empty', 'json', 'text', 'image', 'events', 'binary']),
  /** Bytes that arrived. */
  size: count,
  /** All of it is kept; otherwise the beginning. */
  whole: z.boolean(),
  /** Lines so far. */
  lines: count,
  /** It is a redirect to another origin, which is not followed. */
  redirect: z.object({ to: z.string(), origin: z.string() }).nullable(),
});
export type ConsoleAnswer = z.infer<typeof answer>;

export const exchange = z.object({
  id,
  systemId: id,
  state: z.enum(['sending', 'receiving', 'done', 'failed', 'cancelled']),
  startedAt: z.number(),
  /** Until its headers, and until its end, ms; null: not yet. */
  waitedMs: z.number().nullable(),
  durationMs: z.number().nullable(),
  /** Why it failed. */
  problem: problem.nullable(),
  answer: answer.nullable(),
});
export type Exchange = z.infer<typeof exchange>;

export const download = z.object({
  id,
  systemId: id,
  name: z.string(),
  state: z.enum(['running', 'paused', 'failed', 'done', 'cancelled']),
  /** Bytes; null: not said. */
  size: z.number().nullable(),
  moved: count,
  /** Bytes per second; null: not known yet. */
  rate: z.number().nonnegative().nullable(),
  /** After a pause or a failure it goes on where it stopped; otherwise it starts over. */
  resumes: z.boolean(),
  problem: problem.nullable(),
});
export type ConsoleDownload = z.infer<typeof download>;
