import * as z from 'zod';
import { id, problem } from '../shapes.ts';
import { fileHash } from './attachments.ts';

/** An attached file that no longer exists. */
const goneFile = z.object({ hash: fileHash, name: z.string() });
export type MissingFile = z.infer<typeof goneFile>;

/** A solution for a finding of a check; the window offers it as one click. */
export const remedy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lower-max-tokens'), maxTokens: z.number().int().positive() }),
  /** Models for which the request would fit, the shortest context first. */
  z.object({
    kind: z.literal('other-model'),
    models: z.array(
      z.object({ id: z.string(), contextLength: z.number().int().positive().nullable() }),
    ),
  }),
  /** For `setStart`, or with `summarise` for a summary in their place. */
  z.object({
    kind: z.enum(['leave-out-turns', 'summarise']),
    /** The first message that is still sent. */
    messageId: id,
    turns: z.number().int().positive(),
    tokens: z.number().int().nonnegative(),
  }),
  z.object({ kind: z.literal('shrink-images'), images: z.number().int().positive() }),
  /** For the message being written: attaches its files as references, for reading with a tool. */
  z.object({
    kind: z.literal('read-in-parts'),
    files: z.number().int().positive(),
    tokens: z.number().int().nonnegative(),
  }),
  /** For `replaceAttachments`, or in the draft: files that no longer exist. */
  z.object({
    kind: z.enum(['leave-out-files', 'attach-again']),
    files: z.array(goneFile).min(1),
  }),
  /** If several models are asked: drops these, for which it does not fit. */
  z.object({ kind: z.literal('leave-out-models'), models: z.array(z.string()).min(1) }),
  /** For `chat.send`, if no service has said that it does not fit. */
  z.object({ kind: z.literal('send-anyway') }),
  /** For a refused answer format: asks the service not to enforce it strictly, or drops it. */
  z.object({ kind: z.enum(['loosen-format', 'leave-out-format']) }),
  /** For `setImagesLeftOut`. */
  z.object({ kind: z.literal('leave-out-images'), images: z.number().int().positive() }),
]);
export type Remedy = z.infer<typeof remedy>;

const count = z.number().int().nonnegative();

/** Facts about a request to one model before it is sent: tokens are estimates, `margin` more or less. */
const modelCheck = z.object({
  model: z.string(),
  inputTokens: count,
  /** Tokens of the offered tools and the system prompt. */
  toolTokens: count,
  systemTokens: count,
  margin: count,
  maxTokens: count,
  /** Omitted from the request: the service's default counts. */
  maxTokensAssumed: z.boolean(),
  contextLength: z.number().int().positive().nullable(),
  bodyBytes: count,
  bodyLimit: count,
  images: count,
  /** Too long if the service counts a little more than estimated; then `remedies` come without a problem. */
  tight: z.boolean(),
  problems: z.array(problem),
});
export type ModelCheck = z.infer<typeof modelCheck>;

/** If several models are asked: for the one where it fits worst. */
export const requestCheck = modelCheck.extend({
  /** For the other models asked; absent for a single one. */
  others: z.array(modelCheck).optional(),
  /** Number of turns of the branch that are left out. */
  leftOut: count,
  remedies: z.array(remedy),
});
export type RequestCheck = z.infer<typeof requestCheck>;
