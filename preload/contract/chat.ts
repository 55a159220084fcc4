import * as z from 'zod';
import { attachment, attachmentList, fileHash, sentImage } from './attachments.ts';
import {
  conversation,
  conversationDetails,
  conversationSummary,
  folder,
  message,
  page,
  parameters,
  preset,
  queuedMessage,
  requestCheck,
  searchHit,
  searchQuery,
  treeNode,
  turnDelta,
} from './conversation.ts';
import { call, event } from './define.ts';
import { bytes, id, nothing, savedFile } from './shapes.ts';

export type {
  Conversation,
  ConversationDetails,
  ConversationSummary,
  Folder,
  GoneFile,
  Message,
  Page,
  Parameters,
  Preset,
  QueuedMessage,
  Remedy,
  RequestCheck,
  SearchHit,
  SearchQuery,
  ToolCall,
  TreeNode,
  TurnDelta,
} from './conversation.ts';
export { messageStates } from './conversation.ts';

const longestText = 32 * 1024 * 1024;
/** What a message says: a text, files, or both. */
const said = z.object({
  text: z.string().max(longestText),
  attachments: attachmentList.optional(),
});
const isSaid = ({ text, attachments = [] }: z.infer<typeof said>): boolean =>
  text !== '' || attachments.length > 0;
const title = z.string().trim().min(1).max(200);
const tag = z.string().trim().min(1).max(50);

/** Models to ask side by side instead of the conversation's own: one answer of each, as branches. */
const models = z.array(z.string().min(1)).min(1).max(8).optional();
const begun = z.object({
  messageId: id,
  /** The first answer, on the branch on screen. */
  answerId: id,
  answerIds: z.array(id),
});

export const chat = {
  list: call(z.object({ systemId: id }), z.array(conversationSummary)),
  create: call(
    z.object({
      systemId: id,
      model: z.string().nullable(),
      temporary: z.boolean().optional(),
      folderId: id.nullable().optional(),
    }),
    conversation,
  ),
  open: call(z.object({ id }), conversation),
  /** As `open`, with the last `count` messages of the branch on screen only. */
  openEnd: call(
    z.object({ id, count: z.number().int().min(1).max(1000) }),
    z.object({
      conversation,
      page: page.omit({ messages: true }),
      /** Answers that are being written beside that branch. */
      running: z.array(message),
    }),
  ),
  /** Messages of the branch that ends in `leafId` (by default the one on screen), by their depth. */
  page: call(
    z.object({
      conversationId: id,
      leafId: id.optional(),
      start: z.number().int().nonnegative(),
      count: z.number().int().min(1).max(1000),
    }),
    page,
  ),
  /** Every message in short, parents before children. */
  tree: call(z.object({ id }), z.array(treeNode)),
  /** The alternatives of a message in order of their making, itself included. */
  siblings: call(z.object({ messageId: id }), z.array(id)),
  /** Shows the branch through this message, down to its newest end. */
  setLeaf: call(z.object({ messageId: id }), z.object({ leafId: id })),
  /** Where a message is: its conversation, the end of a branch through it, and its place there. */
  locate: call(
    z.object({ messageId: id }),
    z.object({ conversationId: id, leafId: id, depth: z.number().int().nonnegative() }),
  ),
  /** The newest first. Temporary conversations are not searched. */
  search: call(
    searchQuery,
    z.object({
      hits: z.array(searchHit),
      more: z.boolean(),
      /** What was looked for, as `normalise` writes it; for marking it in the whole message. */
      terms: z.array(z.string()),
    }),
  ),

  setModel: call(z.object({ id, model: z.string().min(1) }), nothing),
  rename: call(z.object({ id, title }), nothing),
  /** Asks the conversation's model for a title and takes it. */
  suggestTitle: call(z.object({ id }), z.object({ title: z.string() })),
  /** Pins, archives, files and tags; what is left out stays. */
  organise: call(
    z.object({
      id,
      pinned: z.boolean().optional(),
      archived: z.boolean().optional(),
      folderId: id.nullable().optional(),
      tags: z.array(tag).max(20).optional(),
    }),
    nothing,
  ),
  /** Keeps what is being written; no event, so that windows do not write over each other. */
  setDraft: call(
    z.object({
      id,
      /** What is left out stays. */
      draft: z.string().max(longestText).optional(),
      attachments: attachmentList.optional(),
    }),
    nothing,
  ),
  /** What is being written of a conversation that has not begun; each system has one. */
  newDraft: call(
    z.object({ systemId: id }),
    z.object({ draft: z.string(), attachments: attachmentList }),
  ),
  setNewDraft: call(
    z.object({
      systemId: id,
      /** What is left out stays. */
      draft: z.string().max(longestText).optional(),
      attachments: attachmentList.optional(),
    }),
    nothing,
  ),
  setParameters: call(z.object({ id, parameters }), nothing),
  /** Leaves out the turns before this message from what is sent; null sends them all again. */
  setStart: call(z.object({ id, messageId: id.nullable() }), nothing),
  /**
   * Asks the conversation's model for a summary of the turns before this message, which is then sent
   * in their place; `setStart` undoes it, `stop` ends it early.
   */
  summarise: call(z.object({ id, messageId: id }), z.object({ summary: z.string() })),
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
  /** Takes it out of the list; `restore` brings it back until the app ends. */
  remove: call(z.object({ id }), nothing),
  restore: call(z.object({ id }), nothing),
  /** A new conversation with the branch up to and including this message. */
  fork: call(z.object({ messageId: id }), conversationSummary),
  /** A new conversation with every message and branch. */
  duplicate: call(z.object({ id }), conversationSummary),

  /** Markdown has the branch on screen, for reading; JSON everything, for `importFile`. Not for temporary ones. */
  exportFile: call(
    z.object({ ids: z.array(id).min(1).max(10_000), format: z.enum(['markdown', 'json']) }),
    savedFile,
  ),
  /** Takes in a JSON file of ours, of ChatGPT's export or of Open WebUI's. */
  importFile: call(
    z.object({ systemId: id, bytes }),
    z.object({ ids: z.array(id), skipped: z.number().int().nonnegative() }),
  ),

  folders: call(z.object({ systemId: id }), z.array(folder)),
  addFolder: call(z.object({ systemId: id, name: title }), folder),
  renameFolder: call(z.object({ id, name: title }), nothing),
  /** Its conversations stay, without a folder. */
  removeFolder: call(z.object({ id }), nothing),

  presets: call(nothing, z.array(preset)),
  /** Adds a preset, or replaces the one with this id. */
  savePreset: call(preset.extend({ id: id.nullable(), name: title }), preset),
  removePreset: call(z.object({ id }), nothing),

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
      model: z.string().min(1).optional(),
    }),
    requestCheck,
  ),
  /** Judges the first message of a conversation that does not exist yet. */
  checkNew: call(
    z.object({
      systemId: id,
      model: z.string().min(1).nullable(),
      parameters,
      text: z.string().max(longestText),
      attachments: attachmentList.optional(),
    }),
    requestCheck,
  ),
  /** Adds the user's message below the present leaf and starts the turn; the answer follows as events. */
  send: call(said.extend({ conversationId: id, models }).refine(isSaid), begun),
  /** Sends another text in place of a message of the user, with its files unless others are given; the old one stays as a branch. */
  edit: call(said.extend({ messageId: id, models }), begun),
  /** Asks again for the answer to the message before `messageId`; the old answer stays as a branch. */
  regenerate: call(
    z.object({ messageId: id, models }),
    z.object({ answerId: id, answerIds: z.array(id) }),
  ),
  /** Lets an answer that was cut or interrupted go on, in a message below it. */
  resume: call(z.object({ messageId: id }), z.object({ answerId: id })),
  stop: call(z.object({ conversationId: id }), nothing),
  /** Lets a waiting tool call run, or refuses it. */
  decideToolCall: call(z.object({ messageId: id, callId: id, allow: z.boolean() }), nothing),

  /** Keeps a message until the running turn has ended well, then sends it. Sent at once where none runs. */
  queue: call(said.extend({ conversationId: id }).refine(isSaid), queuedMessage),
  /** Takes a queued message back; gives its text and files. */
  unqueue: call(
    z.object({ conversationId: id, queuedId: id }),
    z.object({ text: z.string(), attachments: attachmentList }),
  ),
  /** Sends the first queued message now: after a turn that ended badly the queue waits. */
  sendQueued: call(z.object({ conversationId: id }), begun),

  delta: event(turnDelta),
  /** A message was added or changed as a whole: begun, ended, marked interrupted. */
  messageChanged: event(z.object({ sequence: z.number().int().positive(), message })),
  conversationChanged: event(conversationSummary),
  conversationRemoved: event(z.object({ id, systemId: id })),
  /** Without the draft, which only its own window changes. */
  detailsChanged: event(
    conversationDetails
      .omit({ draft: true, draftAttachments: true })
      .extend({ conversationId: id }),
  ),
  foldersChanged: event(z.object({ systemId: id, folders: z.array(folder) })),
  presetsChanged: event(z.array(preset)),
};
