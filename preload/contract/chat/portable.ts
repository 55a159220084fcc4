import * as z from 'zod';
import { instant } from '../shapes.ts';
import { attachmentList, fileHash } from './attachments.ts';
import { message, parameters } from './conversation.ts';

/**
 * A conversation as it leaves and enters the app: docs/conversation-format.md. Ids are places in the
 * file (`m1`, `m2` …), parents before children; the app gives its own when it takes them in.
 */
export const portableMessage = message
  .omit({ conversationId: true, depth: true, retryWait: true, quiet: true })
  .extend({
    state: z.enum(['complete', 'stopped', 'interrupted', 'failed']),
    /** Left out where there are none. */
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
  /** Left out where it is false. */
  imagesLeftOut: z.boolean().optional(),
  messages: z.array(portableMessage),
});
export type PortableConversation = z.infer<typeof portableConversation>;

export const portableFormat = 'compute-desk-conversations';

export const portableFile = z.object({
  format: z.literal(portableFormat),
  version: z.literal(1),
  conversations: z.array(portableConversation),
  /** The attached files by their hash, base64; left out where there are none, and in an archive. */
  files: z.record(fileHash, z.base64()).optional(),
});

/** Something of a file of conversations that did not come in, or not as it was. */
export const leftOut = z.object({
  /** Title of the conversation; empty where it has none. */
  conversation: z.string(),
  kind: z.enum(['conversation', 'message', 'part', 'file']),
  /** Which one: a file's name, otherwise as the file calls it or counts it. */
  name: z.string(),
  /**
   * `unreadable`: not of the shape that its program writes; `moved`: its place is not known (it names a
   * message that is not there, or itself), so it begins a branch; `unknown`: of a kind that is not known;
   * `not-in-file`: the file only names it; `refused`: a file that cannot be attached; `too-large`;
   * `empty`: nothing to show; `cut`: the file ends before its end; `cleared`: what stands above it was not sent any
   * more, and here is sent again.
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
export type LeftOut = z.infer<typeof leftOut>;
