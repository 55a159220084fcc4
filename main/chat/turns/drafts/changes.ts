import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { Draft } from '../../../../preload/contract/chat/drafts.ts';
import type { ParsedInput } from '../../../../preload/contract/index.ts';
import type { StoredDraft } from '../../conversations/index.ts';
import { withFiles, withOther, withText } from './merge.ts';

/** Returns a draft after a window's change; `files` are verified. */
export function applyChange(
  before: StoredDraft,
  { draft, over, knownFiles }: Pick<ParsedInput<'drafts.set'>, 'draft' | 'over' | 'knownFiles'>,
  files: readonly Attachment[] | undefined,
): Draft {
  const texts = draft === undefined ? before : withText(before, draft, over);
  const { attachments } = before;
  return {
    draft: texts.draft,
    otherDrafts: [...texts.otherDrafts],
    attachments: files === undefined ? [...attachments] : withFiles(attachments, files, knownFiles),
  };
}

/** Returns a draft after the user used or discarded a text set aside. */
export function resolveOther<D extends Draft>(
  before: D,
  { revision, take }: Pick<ParsedInput<'drafts.resolveOther'>, 'revision' | 'take'>,
): D {
  const { draft, otherDrafts } = withOther(before, revision, take);
  return { ...before, draft, otherDrafts: [...otherDrafts] };
}
