import * as z from 'zod';
import { call } from '../define.ts';
import { id, longestText, nothing } from '../shapes.ts';
import { attachment, attachmentList, fileHash, sentImage } from './attachments.ts';
import { askedModels, parameters } from './conversation.ts';
import { requestCheck } from './request-check.ts';

/** What a turn sends: judged beforehand, and made to fit. */
export const requests = {
  /**
   * Leaves out the turns before this message from what is sent; null sends them all again. With the summary that was
   * sent in their place before, that is undone which took its place.
   */
  setStart: call(
    z.object({
      id,
      messageId: id.nullable(),
      summary: z.string().max(longestText).nullable().default(null),
    }),
    nothing,
  ),
  /**
   * Asks the conversation's model for a summary of what is sent before this message now, an earlier summary included;
   * it is then sent in its place. `setStart` undoes it, `stop` ends it early.
   */
  summarise: call(z.object({ id, messageId: id }), z.object({ summary: z.string() })),
  /** Leaves a question whose turn failed out of later requests, or has it sent with them. @see leftOut */
  setLeftOut: call(z.object({ messageId: id, leftOut: z.boolean() }), nothing),
  /**
   * The request that an answer was asked for with, as one JSON text: when, where to, headers and body as they were
   * sent, secrets and the bytes of images taken out. Null where it was not kept: the answer was imported, or is older
   * than this is kept.
   */
  sent: call(z.object({ messageId: id }), z.object({ request: z.string().nullable() })),
  /** Everything attached to the messages of a conversation, the newest message's first. */
  listAttachments: call(z.object({ id }), z.array(attachment)),
  /** Sends no image of this conversation, or sends them again. */
  setImagesLeftOut: call(z.object({ id, leftOut: z.boolean() }), nothing),
  /**
   * Sends other images, smaller ones, in place of some of this conversation, wherever they stand. What
   * was attached stays as it is. @throws `attachment-missing`
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
   * Puts other files in place of attached ones that are gone, wherever they stand in this conversation, or
   * leaves them out. A replaced file keeps its name. @throws `attachment-missing`
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
   * Judges what `send` would send with this text, or what a failed answer was asked with, and how to
   * make it fit. Numbers that the service gave with its refusal stand over the estimates.
   */
  check: call(
    z.object({
      conversationId: id,
      text: z.string().max(longestText),
      attachments: attachmentList.optional(),
      /** A failed answer; the text does not count then. */
      answerId: id.optional(),
      models: askedModels.optional(),
    }),
    requestCheck,
  ),
  /** Judges the first message of a conversation that does not exist yet. */
  checkNew: call(
    z.object({
      systemId: id,
      model: z.string().min(1).nullable(),
      models: askedModels.optional(),
      parameters,
      text: z.string().max(longestText),
      attachments: attachmentList.optional(),
    }),
    requestCheck,
  ),
};
