import * as z from 'zod';
import { call, event, resource } from '../define.ts';
import { id, longestText, nothing } from '../shapes.ts';
import { attachmentList, fileHash, mostAttachments } from './attachments.ts';
import { parameters } from './conversation.ts';

/**
 * Tells texts of drafts apart, without sending them: their length and two 32-bit hashes (FNV-1a, and its reverse
 * order of steps). The same on both sides.
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

/** What a window knew of what others may be writing too. */
const overAnother = {
  /** `draftRevision` of the text that it was written over; where that is not there any more, both are kept. */
  over: revision.optional(),
  /** Hashes of the files that the window knew of: others stay. */
  knownFiles: z.array(fileHash).max(mostAttachments).optional(),
};

/** What a window wrote of a draft that others may be writing too. */
const written = z.object({
  /** What is left out stays. */
  draft: z.string().max(longestText).optional(),
  attachments: attachmentList.optional(),
  ...overAnother,
  /** Names the window, which knows its own changes by it. */
  writer: z.string().min(1).max(100).optional(),
});

const draft = z.object({
  draft: z.string(),
  attachments: attachmentList,
  /** What other windows had written when it was written over: to be taken in its place, or let go. */
  otherDrafts: z.array(z.string()).default([]),
});
export type Draft = z.infer<typeof draft>;

/** Of the window that wrote it; null where it was sent, read, or put in place of another. */
const writer = z.string().nullable();

/** What a conversation is to begin with; a model of null is the first one that the service lists. */
export const asking = z.object({ model: z.string().min(1).nullable(), parameters });
export type Asking = z.infer<typeof asking>;

/** What is being written: every window of a conversation has the same draft, as it is typed. */
export const drafts = {
  set: call(written.extend({ id }), nothing),
  /**
   * Puts one of `otherDrafts` in the place of the draft, and the draft in its place; or lets go of it. Without a
   * conversation it is that of the system's next one.
   */
  resolveOther: call(
    z.object({ systemId: id, conversationId: id.nullable(), revision, take: z.boolean() }),
    nothing,
  ),
  /** A draft as it is now. */
  changed: event(draft.extend({ systemId: id, conversationId: id, writer })),
  /**
   * Keeps how far the editing of a message has come; as the message stands, it is not being edited. What another
   * window has written of it meanwhile is kept among `otherDrafts`.
   */
  setEdit: call(
    z.object({
      messageId: id,
      text: z.string().max(longestText),
      attachments: attachmentList,
      ...overAnother,
    }),
    nothing,
  ),
  /** The editing is given up: of the text that is known as `over`, not of what another window has written since. */
  dropEdit: call(z.object({ messageId: id, over: overAnother.over }), nothing),
};

/** What is being written of a conversation that has not begun; each system has one. */
export const newDraft = {
  ...resource(
    z.object({ systemId: id }),
    draft.extend({ systemId: id, writer, asking: asking.nullable().default(null) }),
  ),
  set: call(written.extend({ systemId: id, asking: asking.optional() }), nothing),
  /**
   * Takes it off the disk, without a trace: the conversation is to be temporary. Gives what it was; its files
   * go on being there, in memory.
   */
  forget: call(z.object({ systemId: id }), draft),
};
