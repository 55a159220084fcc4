import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import { draftRevision } from '../../../../preload/contract/chat/drafts.ts';

/** Keeps a text of another window, of which one was written over `over`, beside the conversation's draft. */
export type PutAside = (
  conversationId: string,
  text: string,
  over: string | undefined,
) => Promise<void>;

interface Texts {
  readonly draft: string;
  readonly otherDrafts: readonly string[];
}

/**
 * A draft that a window wrote over one that it knew. Where another window has written meanwhile, the text of that one
 * is kept beside it, unless the new one begins with it.
 * @param over `draftRevision` of what the window knew; undefined: whatever is there
 */
export function withText(before: Texts, draft: string, over: string | undefined): Texts {
  const unknown = isOld(before.draft, over);
  // who empties a draft means the text that stood there
  if (unknown && draft === '') return before;
  const others = before.otherDrafts.filter((one) => !draft.startsWith(one));
  if (!unknown || draft.startsWith(before.draft)) return { draft, otherDrafts: others };
  // of who goes on with a text that was put aside only the last is kept
  const rest = others.filter((one) => draftRevision(one) !== over);
  return { draft, otherDrafts: [...rest, before.draft] };
}

/** Whether a text that was written over another than `before` leaves out what that says. */
export function leavesOut(before: string, text: string, over: string | undefined): boolean {
  return isOld(before, over) && !text.startsWith(before);
}

/** Whether a window that writes knew another text than `before`. */
export function isOld(before: string, over: string | undefined): boolean {
  return over !== undefined && over !== draftRevision(before);
}

/** Puts a text that was put aside in the place of the draft, which is put aside then; or lets go of it. */
export function withOther(before: Texts, revision: string, take: boolean): Texts {
  const chosen = before.otherDrafts.find((one) => draftRevision(one) === revision);
  if (chosen === undefined) return before;
  const rest = before.otherDrafts.filter((one) => one !== chosen);
  if (!take) return { ...before, otherDrafts: rest };
  return { draft: chosen, otherDrafts: before.draft === '' ? rest : [...rest, before.draft] };
}

/**
 * The files of a draft after a window changed those that it knew: what another window attached meanwhile stays.
 * @param known hashes of the files that the window knew of; undefined: all
 */
export function withFiles(
  before: readonly Attachment[],
  files: readonly Attachment[],
  known: readonly string[] | undefined,
): Attachment[] {
  const here = new Set([...(known ?? []), ...files.map(({ file }) => file.hash)]);
  const others = known === undefined ? [] : before.filter(({ file }) => !here.has(file.hash));
  return [...files, ...others];
}
