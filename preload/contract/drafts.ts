import * as z from 'zod';
import { attachmentList } from './attachments.ts';
import { call } from './define.ts';
import { id, longestText, nothing } from './shapes.ts';

/** What is being written; no event, so that windows do not write over each other. */
export const drafts = {
  /** Keeps what is being written; no event, so that windows do not write over each other. */
  set: call(
    z.object({
      id,
      /** What is left out stays. */
      draft: z.string().max(longestText).optional(),
      attachments: attachmentList.optional(),
    }),
    nothing,
  ),
  /** What is being written of a conversation that has not begun; each system has one. */
  ofNew: call(
    z.object({ systemId: id }),
    z.object({ draft: z.string(), attachments: attachmentList }),
  ),
  setOfNew: call(
    z.object({
      systemId: id,
      /** What is left out stays. */
      draft: z.string().max(longestText).optional(),
      attachments: attachmentList.optional(),
    }),
    nothing,
  ),
  /** Keeps how far the editing of a message has come; as the message stands, it is not being edited. */
  setEdit: call(
    z.object({ messageId: id, text: z.string().max(longestText), attachments: attachmentList }),
    nothing,
  ),
  /** The editing is given up. */
  dropEdit: call(z.object({ messageId: id }), nothing),
  /**
   * Takes what was written of a conversation that has not begun off the disk, without a trace: it is to be
   * temporary. Its files go on being there, in memory.
   */
  forgetOfNew: call(z.object({ systemId: id }), nothing),
};
