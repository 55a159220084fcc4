import './without-code.ts';
import * as z from 'zod';
import { errorCodes } from './errors.ts';

/** Shapes that several domains share. */

export const nothing = z.void();
export const id = z.string().min(1).max(200);
/** ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export const instant = z.iso.datetime();
export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
export const json: z.ZodType<Json> = z.json();
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export const problem = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  retryable: z.boolean(),
});

/**
 * How a secret on the disk is protected: by the operating system's keychain, by the user's passphrase, or (demo only)
 * by a generated key.
 */
export const protection = z.enum(['keychain', 'passphrase', 'demo']);
export type Protection = z.infer<typeof protection>;

/** A token of `vault.confirm`: the passphrase was just typed again. */
export const confirmation = z.string().min(1).max(100);

/** A path that the user chose; main reports one that is too long for a disk. */
export const chosenFolder = z.string().min(1).max(20_000);

/** The result of saving a file. */
export const savedFile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), path: z.string() }),
  /** On the web host: the browser downloads it once from this path of its own origin. */
  z.object({ kind: z.literal('download'), path: z.string(), name: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
]);
export type SavedFile = z.infer<typeof savedFile>;

/** Maximum characters of one message. */
export const maxTextLength = 32 * 1024 * 1024;
/** A name given by the user. */
export const title = z.string().trim().min(1).max(200);

/** Lines of a job's script of which something does not go along. */
export const unsentLines = z.object({
  unsent: z.array(z.object({ line: z.number(), text: z.string() })),
  /** How many more there are. */
  moreUnsent: z.number(),
});
export type UnsentLines = z.infer<typeof unsentLines>;
