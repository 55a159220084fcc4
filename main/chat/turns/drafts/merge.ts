import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import { draftRevision } from '../../../../preload/contract/chat/drafts.ts';

/** Keeps another window's text, of which one was written over `over`, beside the conversation's draft. */
export type SetAside = (
  conversationId: string,
  text: string,
  over: string | undefined,
) => Promise<void>;

interface Texts {
  readonly draft: string;
  readonly otherDrafts: readonly string[];
}

/**
 * Returns a draft after a window replaced a version that it knew. If another window has written meanwhile, its text is
 * kept beside it, unless the new one begins with it.
 * @param over `draftRevision` of the version that the window knew; undefined: the present one
 */
export function withText(before: Texts, draft: string, over: string | undefined): Texts {
  const unknown = isOutdated(before.draft, over);
  // emptying a draft means the text that was there
  if (unknown && draft === '') return before;
  const others = before.otherDrafts.filter((one) => !draft.startsWith(one));
  if (!unknown || draft.startsWith(before.draft)) return { draft, otherDrafts: others };
  // only the last of successive versions of a text set aside is stored
  const rest = others.filter((one) => draftRevision(one) !== over);
  return { draft, otherDrafts: [...rest, before.draft] };
}

/** Returns whether a text that replaced a version other than `before` lacks its content. */
export function lacksContent(before: string, text: string, over: string | undefined): boolean {
  return isOutdated(before, over) && !text.startsWith(before);
}

/** Returns whether the writing window knew a text other than `before`. */
export function isOutdated(before: string, over: string | undefined): boolean {
  return over !== undefined && over !== draftRevision(before);
}

/** Swaps a text set aside with the draft, or discards it. */
export function withOther(before: Texts, revision: string, take: boolean): Texts {
  const chosen = before.otherDrafts.find((one) => draftRevision(one) === revision);
  if (chosen === undefined) return before;
  const rest = before.otherDrafts.filter((one) => one !== chosen);
  if (!take) return { ...before, otherDrafts: rest };
  return { draft: chosen, otherDrafts: before.draft === '' ? rest : [...rest, before.draft] };
}

/**
 * Returns a draft's files after a window changed those that it knew: files attached by another window meanwhile stay.
 * @param known hashes of the files that the window knew; undefined: all
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
