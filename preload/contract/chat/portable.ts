import * as z from 'zod';
import { instant } from '../shapes.ts';
import { attachmentList, fileHash } from './attachments.ts';
import { message, parameters } from './conversation.ts';

/**
 * A conversation for export and import: docs/conversation-format.md. Ids are positions in the file (`m1`, `m2` …),
 * parents before children; the app assigns its own on import.
 */
export const portableMessage = message
  .omit({ conversationId: true, depth: true, retryWait: true, quiet: true })
  .extend({
    state: z.enum(['complete', 'stopped', 'interrupted', 'failed']),
    /** Omitted if there are none. */
    attachments: attachmentList.optional(),
  });
export type PortableMessage = z.infer<typeof portableMessage>;

export const portableConversation = z.object({
  title: z.string().max(10_000),
  model: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  pinned: z.boolean(),
  archived: z.boolean(),
  tags: z.array(z.string().max(200)).max(200),
  /** The folder's name. */
  folder: z.string().max(200).nullable(),
  parameters,
  leafId: z.string().nullable(),
  startId: z.string().nullable(),
  startSummary: z.string().nullable(),
  /** Omitted if false. */
  imagesLeftOut: z.boolean().optional(),
  messages: z.array(portableMessage),
});
export type PortableConversation = z.infer<typeof portableConversation>;

export const portableFormat = 'compute-desk-conversations';

export const portableFile = z.object({
  format: z.literal(portableFormat),
  version: z.literal(1),
  conversations: z.array(portableConversation),
  /** The attached files by hash, base64; omitted if there are none, and in an archive. */
  files: z.record(fileHash, z.base64()).optional(),
});

/** A part of a file of conversations that was not imported, or only changed. */
export const skippedPart = z.object({
  /** Title of the conversation; empty if it has none. */
  conversation: z.string(),
  kind: z.enum(['conversation', 'message', 'part', 'file']),
  /** Which one: a file's name, otherwise its name or number in the file. */
  name: z.string(),
  /**
   * `unreadable`: not in its program's format; `moved`: its place is unknown (it names a missing message, or itself),
   * so it begins a branch; `unknown`: of an unknown kind; `not-in-file`: the file only names it; `refused`: a file that
   * cannot be attached; `too-large`; `empty`: nothing to show; `cut`: the file ends too early; `cleared`: the text
   * above it was no longer sent, and here is sent again.
   */
  reason: z.enum([
    'unreadable',
    'moved',
    'unknown',
    'not-in-file',
    'refused',
    'too-large',
    'empty',
    'cut',
    'cleared',
  ]),
});
export type SkippedPart = z.infer<typeof skippedPart>;
