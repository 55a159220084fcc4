import * as z from 'zod';
import { call } from '../define.ts';
import { id, maxTextLength, nothing } from '../shapes.ts';
import { attachment, attachmentList, fileHash, sentImage } from './attachments.ts';
import { askedModels, parameters } from './conversation.ts';
import { requestCheck } from './request-check.ts';

/** Requests of turns: checked in advance, and made to fit. */
export const requests = {
  /**
   * Leaves the turns before this message out of requests; null sends them all again. If a summary was sent in their
   * place, this undoes it.
   */
  setStart: call(
    z.object({
      id,
      messageId: id.nullable(),
      summary: z.string().max(maxTextLength).nullable().default(null),
    }),
    nothing,
  ),
  /**
   * Asks the conversation's model for a summary of everything now sent before this message, an earlier summary
   * included, and sends it in its place. `setStart` undoes it, `stop` ends it early.
   */
  summarise: call(z.object({ id, messageId: id }), z.object({ summary: z.string() })),
  /** Leaves a question whose turn failed out of later requests, or includes it. @see leftOut */
  setLeftOut: call(z.object({ messageId: id, leftOut: z.boolean() }), nothing),
  /**
   * Returns the request for an answer as one JSON text: time, address, headers and body as sent, without secrets and
   * image bytes. Null if it was not stored: the answer was imported, or is older than this feature.
   */
  sent: call(z.object({ messageId: id }), z.object({ request: z.string().nullable() })),
  /** Returns all attachments of a conversation's messages, the newest message's first. */
  listAttachments: call(z.object({ id }), z.array(attachment)),
  /** Sends no images of this conversation, or sends them again. */
  setImagesLeftOut: call(z.object({ id, leftOut: z.boolean() }), nothing),
  /**
   * Sends other images, smaller ones, in place of some of this conversation, everywhere. The attached files stay
   * unchanged. @throws `attachment-missing`
   */
  replaceImages: call(
    z.object({
      id,
      images: z
        .array(z.object({ from: fileHash, to: sentImage }))
        .min(1)
        .max(1000),
    }),
    nothing,
  ),
  /**
   * Replaces missing attached files by others, everywhere in this conversation, or leaves them out. A replaced file
   * keeps its name. @throws `attachment-missing`
   */
  replaceAttachments: call(
    z.object({
      id,
      files: z
        .array(z.object({ from: fileHash, to: attachment.nullable() }))
        .min(1)
        .max(1000),
    }),
    nothing,
  ),
  /**
   * Checks what `send` would send with this text, or the request of a failed answer, and how to make it fit. Numbers
   * from the service's refusal replace estimates.
   */
  check: call(
    z.object({
      conversationId: id,
      text: z.string().max(maxTextLength),
      attachments: attachmentList.optional(),
      /** A failed answer; then the text is ignored. */
      answerId: id.optional(),
      models: askedModels.optional(),
    }),
    requestCheck,
  ),
  /** Checks the first message of a conversation that does not exist yet. */
  checkNew: call(
    z.object({
      systemId: id,
      model: z.string().min(1).nullable(),
      models: askedModels.optional(),
      parameters,
      text: z.string().max(maxTextLength),
      attachments: attachmentList.optional(),
    }),
    requestCheck,
  ),
};
