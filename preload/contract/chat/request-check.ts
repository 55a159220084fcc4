import * as z from 'zod';
import { id, problem } from '../shapes.ts';
import { fileHash } from './attachments.ts';

/** An attached file that is not there any more. */
const goneFile = z.object({ hash: fileHash, name: z.string() });
export type GoneFile = z.infer<typeof goneFile>;

/** A way out of what a check found; the window turns it into one click. */
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
  /** Of the message being written: its files are attached as references, to be read with a tool. */
  z.object({
    kind: z.literal('read-in-parts'),
    files: z.number().int().positive(),
    tokens: z.number().int().nonnegative(),
  }),
  /** For `replaceAttachments`, or in what is being written: files that are not there any more. */
  z.object({
    kind: z.enum(['leave-out-files', 'attach-again']),
    files: z.array(goneFile).min(1),
  }),
  /** Where several models are asked: of these, with which it does not fit, no more is asked. */
  z.object({ kind: z.literal('leave-out-models'), models: z.array(z.string()).min(1) }),
  /** For `chat.send`, where no service has told that it does not fit. */
  z.object({ kind: z.literal('send-anyway') }),
  /** Of a form that was refused: the service is not to hold the model to it strictly, or it is not asked for at all. */
  z.object({ kind: z.enum(['loosen-format', 'leave-out-format']) }),
  /** For `setImagesLeftOut`. */
  z.object({ kind: z.literal('leave-out-images'), images: z.number().int().positive() }),
]);
export type Remedy = z.infer<typeof remedy>;

const count = z.number().int().nonnegative();

/** What is known of a request to one model before it is sent: tokens are estimates within `margin` either way. */
const modelCheck = z.object({
  model: z.string(),
  inputTokens: count,
  /** Of these, what the tools on offer and the system prompt take. */
  toolTokens: count,
  systemTokens: count,
  margin: count,
  maxTokens: count,
  /** Left out of the request: the service's default counts. */
  maxTokensAssumed: z.boolean(),
  contextLength: z.number().int().positive().nullable(),
  bodyBytes: count,
  bodyLimit: count,
  images: count,
  /** Too long if the service counts somewhat more than estimated; `remedies` then stand without a problem. */
  tight: z.boolean(),
  problems: z.array(problem),
});
export type ModelCheck = z.infer<typeof modelCheck>;

/** Where several models are asked, of the one with which it fits worst. */
export const requestCheck = modelCheck.extend({
  /** Of the other models that are asked; absent where one is. */
  others: z.array(modelCheck).optional(),
  /** Turns of the branch that are left out. */
  leftOut: count,
  remedies: z.array(remedy),
});
export type RequestCheck = z.infer<typeof requestCheck>;
