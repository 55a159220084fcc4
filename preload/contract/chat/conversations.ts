import * as z from 'zod';
import { call, collection, event } from '../define.ts';
import { bytes, id, nothing, problem, savedFile, title } from '../shapes.ts';
import {
  conversation,
  conversationDetails,
  conversationSummary,
  message,
  page,
  parameters,
} from './conversation.ts';
import { skippedPart } from './portable.ts';
import { searchQuery, searchResult } from './search.ts';

/** Maximum characters of a page: what one call can carry, images included. */
export const maxPageLength = 40 * 1024 * 1024;

const tag = z.string().trim().min(1).max(50);

/** Conversations: list, search, names, folders, copies, import and export. */
export const conversations = {
  ...collection(z.object({ systemId: id }), conversationSummary, z.object({ id, systemId: id })),
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
  /** Like `open`, with only the last `count` messages of the branch on screen. */
  openEnd: call(
    z.object({ id, count: z.number().int().min(1).max(1000) }),
    z.object({
      conversation,
      page: page.omit({ messages: true }),
      /** Answers being written beside that branch. */
      running: z.array(message),
    }),
  ),
  /** Newest first. Temporary conversations are not searched. */
  search: call(searchQuery, searchResult),
  setModel: call(z.object({ id, model: z.string().min(1) }), nothing),
  rename: call(z.object({ id, title }), nothing),
  /** Sets pin, archive, folder and tags; absent fields stay. */
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
  setParameters: call(z.object({ id, parameters }), nothing),
  /** Removes it from the list; `restore` brings it back until the app ends. */
  remove: call(z.object({ id }), nothing),
  restore: call(z.object({ id }), nothing),
  /** Creates a conversation with the branch up to and including this message. */
  fork: call(z.object({ messageId: id }), conversationSummary),
  /** Creates a conversation with every message and branch. */
  duplicate: call(z.object({ id }), conversationSummary),
  /**
   * Exports as Markdown the branch on screen for reading, alone or in an archive with the attached files; as JSON and
   * ZIP everything, for import. Not for temporary ones.
   */
  exportFile: call(
    z.object({
      ids: z.array(id).min(1).max(10_000),
      format: z.enum(['markdown', 'markdown-zip', 'json', 'zip']),
    }),
    savedFile,
  ),
  /** Saves an HTML page of conversations that the window rendered. */
  savePage: call(z.object({ html: z.string().max(maxPageLength) }), savedFile),
  /**
   * Prints such a page, or saves it as PDF. `opens`: the browser does either, from a page that it gets once at this
   * path.
   */
  print: call(
    z.object({
      html: z.string().max(maxPageLength),
      to: z.enum(['printer', 'pdf']),
      /** Name of the PDF. */
      title: z.string().max(200).optional(),
    }),
    z.union([
      savedFile,
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('printed') }),
        z.object({ kind: z.literal('opens'), path: z.string() }),
      ]),
    ]),
  ),
  /**
   * Imports a JSON file of ours (`portableFile`), each conversation completely or not at all; invalid parts are left
   * out and named. The window converts other programs' files. With a `problem` it ended early: `ids` were still
   * imported.
   */
  importFile: call(
    z.object({ systemId: id, bytes }),
    z.object({
      ids: z.array(id),
      messages: z.number().int().nonnegative(),
      skipped: z.array(skippedPart),
      problem: problem.nullable(),
    }),
  ),
  /** Without the draft, which `drafts.changed` sends. */
  detailsChanged: event(
    conversationDetails
      .omit({ draft: true, draftAttachments: true, otherDrafts: true })
      .extend({ conversationId: id }),
  ),
};
