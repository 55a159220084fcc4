import * as z from 'zod';
import { call, event, resource } from '../define.ts';
import { id, maxTextLength, nothing } from '../shapes.ts';
import { attachmentList, fileHash, maxAttachments } from './attachments.ts';
import { parameters } from './conversation.ts';

/**
 * Returns a short fingerprint of a draft's text, to compare drafts without sending them: the length and two 32-bit
 * hashes (FNV-1a, and its reverse order of steps). The same on both sides.
 */
export function draftRevision(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other, 0x01000193) ^ code;
  }
  return [text.length, one >>> 0, other >>> 0].join('-');
}

export const revision = z.string().max(50);

/** What a window knew about a text that others may be writing too. */
const overAnother = {
  /** `draftRevision` of the text that it replaced; if that is no longer stored, both texts are kept. */
  over: revision.optional(),
  /** Hashes of the files that the window knew: others stay. */
  knownFiles: z.array(fileHash).max(maxAttachments).optional(),
};

/** A window's changes to a draft that others may be writing too. */
const written = z.object({
  /** Absent fields stay. */
  draft: z.string().max(maxTextLength).optional(),
  attachments: attachmentList.optional(),
  ...overAnother,
  /** Identifies the window, so that it recognises its own changes. */
  writer: z.string().min(1).max(100).optional(),
});

const draft = z.object({
  draft: z.string(),
  attachments: attachmentList,
  /** Texts of other windows that were replaced: to be used in its place, or discarded. */
  otherDrafts: z.array(z.string()).default([]),
});
export type Draft = z.infer<typeof draft>;

/** The window that wrote it; null if it was sent, loaded, or replaced another. */
const writer = z.string().nullable();

/** Settings of a new conversation; model null is the first one that the service lists. */
export const draftSettings = z.object({ model: z.string().min(1).nullable(), parameters });
export type DraftSettings = z.infer<typeof draftSettings>;

/** Drafts: every window of a conversation has the same one, as it is typed. */
export const drafts = {
  set: call(written.extend({ id }), nothing),
  /**
   * Swaps one of `otherDrafts` with the draft, or discards it. Without a conversation it applies to the system's next
   * one.
   */
  resolveOther: call(
    z.object({ systemId: id, conversationId: id.nullable(), revision, take: z.boolean() }),
    nothing,
  ),
  /** The draft's current state. */
  changed: event(draft.extend({ systemId: id, conversationId: id, writer })),
  /**
   * Stores the unfinished edit of a message; a text equal to the message ends the edit. Another window's newer text is
   * kept in `otherDrafts`.
   */
  setEdit: call(
    z.object({
      messageId: id,
      text: z.string().max(maxTextLength),
      attachments: attachmentList,
      ...overAnother,
    }),
    nothing,
  ),
  /** Ends the edit of the text known as `over`, not one that another window has written since. */
  dropEdit: call(z.object({ messageId: id, over: overAnother.over }), nothing),
};

/** The draft of a conversation that has not begun; each system has one. */
export const newDraft = {
  ...resource(
    z.object({ systemId: id }),
    draft.extend({ systemId: id, writer, asking: draftSettings.nullable().default(null) }),
  ),
  set: call(written.extend({ systemId: id, asking: draftSettings.optional() }), nothing),
  /**
   * Deletes it from the disk without a trace, because the conversation is to be temporary. Returns what it was; its
   * files stay in memory.
   */
  forget: call(z.object({ systemId: id }), draft),
};
