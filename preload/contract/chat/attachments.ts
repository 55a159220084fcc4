import * as z from 'zod';
import { call } from '../define.ts';
import { bytes, nothing } from '../shapes.ts';

/** Largest file that can be attached, bytes. */
export const largestFile = 100 * 1024 * 1024;
/** Largest text: it is read and searched as a whole. */
export const largestText = 32 * 1024 * 1024;
/** Largest piece of a file in one call. */
export const largestPiece = 4 * 1024 * 1024;
/** Maximum files of one message. */
export const maxAttachments = 500;

const count = z.number().int().nonnegative();
export const fileHash = z.string().regex(/^[0-9a-f]{64}$/);

/** A stored file with facts about its content. */
export const storedFile = z.object({
  /** SHA-256 of the bytes: the file's name in the store. */
  hash: fileHash,
  /** Media type by content: one of four image types, `application/pdf` or `text/plain` (UTF-8). */
  type: z.enum([
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/gif',
    'application/pdf',
    'text/plain',
  ]),
  /** Bytes. */
  size: count,
  /** Pixels; null if it is no image. */
  width: count.nullable(),
  height: count.nullable(),
  /** Null if it is no text. */
  characters: count.nullable(),
  /** Estimated tokens when sent; 0 for a PDF, which is never sent itself. */
  tokens: count,
});
export type StoredFile = z.infer<typeof storedFile>;

/** An image as it is sent. */
export const sentImage = storedFile.extend({
  /** The page of the PDF that it shows, from 1. */
  page: z.number().int().positive().nullable(),
});
export type SentImage = z.infer<typeof sentImage>;

/** Documents that are replaced by their text. */
export const documentKinds = ['docx', 'xlsx', 'pptx', 'odt'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** A file that belongs to a message. */
export const attachment = z.object({
  /** Its name, with folders if it was attached in one: `src/main.rs`. */
  name: z.string().trim().min(1).max(1000),
  kind: z.enum(['image', 'text', 'pdf']),
  /** The attached file; a text is converted to UTF-8, a document is replaced by its text. */
  file: storedFile,
  /** The text's original encoding, or the kind of its document; null if it is no text. */
  encoding: z.string().max(40).nullable(),
  /** The text of a PDF, page by page; null if it has none or it is not sent. */
  text: storedFile.nullable(),
  /** For an image: a smaller one sent in its place. For a PDF: the pages sent as images. */
  images: z.array(sentImage).max(500),
  /** Of a PDF. */
  pages: z.number().int().positive().nullable(),
  /** The last page read, even partly, of a PDF that was not read to its end because of its length or the time. */
  readUntil: z.number().int().positive().optional(),
  /**
   * `whole`: its text is put into the message. `reference`: the model reads it in parts with a tool. `left-out`: its
   * file is gone, and the message only mentions it.
   */
  mode: z.enum(['whole', 'reference', 'left-out']),
  /** The tool call whose result it is a part of: it is drawn only when the user asks for it. */
  callId: z.string().max(1000).optional(),
  /** The resource of a tool server that it is a copy of. */
  source: z.object({ server: z.string().max(100), uri: z.string().max(10_000) }).optional(),
});
export type Attachment = z.infer<typeof attachment>;

/** The files of a message or draft. */
export const attachmentList = z.array(attachment).max(maxAttachments);

/** Returns the text of an attachment; null if it has none. */
export function textOf({ kind, file, text }: Pick<Attachment, 'kind' | 'file' | 'text'>) {
  return kind === 'text' ? file : text;
}

/** Returns the kind of document that an attachment's text comes from; null for any other. */
export function documentOf({ encoding }: Pick<Attachment, 'encoding'>): DocumentKind | null {
  return documentKinds.find((kind) => kind === encoding) ?? null;
}

/** Returns the images that are sent for an attachment. */
export function imagesOf({ kind, file, images }: Attachment): readonly SentImage[] {
  return kind === 'image' && images.length === 0 ? [{ ...file, page: null }] : images;
}

/** Returns every stored file that an attachment needs. */
export function filesOf({ file, text, images }: Attachment): readonly StoredFile[] {
  return [file, ...(text === null ? [] : [text]), ...images];
}

/** Returns the tokens that an attachment adds to a request. A text that a tool reads in parts adds nothing yet. */
export function tokensOf(one: Attachment): number {
  if (one.mode === 'left-out') return 0;
  const text = one.mode === 'whole' ? (textOf(one)?.tokens ?? 0) : 0;
  return imagesOf(one).reduce((sum, { tokens }) => sum + tokens, text);
}

const uploadId = z.string().min(1).max(100);

/** Files on their way into the app and back to the screen, in pieces. */
export const attachments = {
  /** Begins to upload a file. @throws `attachment-too-large` */
  begin: call(z.object({ name: z.string().max(1000), size: count }), z.object({ uploadId })),
  /** The next piece, in order. */
  append: call(z.object({ uploadId, bytes }), nothing),
  /**
   * Ends the upload: the file is known by its hash from here on, in memory until a stored message or draft refers to
   * it. Texts must be UTF-8. @throws `attachment-unsupported`, `attachment-too-large`
   */
  finish: call(z.object({ uploadId }), storedFile),
  /** Cancels an upload. */
  cancel: call(z.object({ uploadId }), nothing),
  /** Discards uploaded files that are not used after all. */
  discard: call(z.object({ hashes: z.array(fileHash).max(10_000) }), nothing),
  /** Returns a piece of a stored file. @throws `attachment-missing` */
  read: call(
    z.object({ hash: fileHash, from: count, length: z.number().int().min(1).max(largestPiece) }),
    z.object({ bytes, size: count }),
  ),
};
