import type { Attachment } from '../../../../../../preload/contract/chat/attachments.ts';
import { maxAttachments } from '../../../../../../preload/contract/chat/attachments.ts';
import { parameters } from '../../../../../../preload/contract/chat/conversation.ts';
import {
  type PortableConversation,
  type PortableMessage,
  portableMessage,
  type SkippedPart,
} from '../../../../../../preload/contract/chat/portable.ts';
import type { Draft, DraftFile, Note } from './draft.ts';
import { arrange } from './tree.ts';

/** Attaches a file, or returns the reason for leaving it out. */
export type TakeFile = (file: DraftFile) => Promise<Attachment | SkippedPart['reason']>;

const longestTitle = 10_000;
const longestSystem = 1_000_000;

/**
 * Converts another program's conversation to our format, with the omitted parts; null if nothing of it can be imported.
 */
export async function portableOf(
  draft: Draft,
  now: string,
  takeFile: TakeFile,
): Promise<{ conversation: PortableConversation | null; skipped: SkippedPart[] }> {
  const { messages: arranged, ids, notes: moved } = arrange(draft.nodes);
  const title = draft.title.slice(0, longestTitle);
  // a named part includes its message: `canvas (m1)`
  const named = new Set(draft.notes.map(({ name }) => /\(([^()]*)\)$/.exec(name)?.[1] ?? name));
  const empty = draft.nodes.flatMap(({ id, isEmpty }): Note[] =>
    isEmpty === true && !named.has(id) ? [{ kind: 'message', name: id, reason: 'empty' }] : [],
  );
  const notes: Note[] = [...draft.notes, ...empty, ...moved];
  const createdAt = draft.createdAt ?? now;
  const messages: PortableMessage[] = [];
  for (const { id, parentId, message } of arranged) {
    const { files, createdAt: at, ...own } = message;
    const attachments: Attachment[] = [];
    for (const file of files) {
      const taken = attachments.length < maxAttachments ? await takeFile(file) : 'too-large';
      if (typeof taken === 'string') notes.push({ kind: 'file', name: file.name, reason: taken });
      else attachments.push(taken);
    }
    messages.push({
      ...own,
      id,
      parentId,
      state: 'complete',
      createdAt: at ?? createdAt,
      finishReason: null,
      usage: null,
      problem: null,
      leftOut: null,
      firstByteAt: null,
      contentAt: null,
      endedAt: null,
      ...(attachments.length === 0 ? {} : { attachments }),
    });
  }
  if (draft.system.length > longestSystem) {
    notes.push({ kind: 'part', name: 'system', reason: 'too-large' });
  }
  // an invalid result of a converter is our bug, and costs only its message
  const sound = messages.filter((one) => portableMessage.safeParse(one).success);
  if (sound.length < messages.length) throw new TypeError('a message that is none');
  if (messages.length === 0) notes.push({ kind: 'conversation', name: title, reason: 'empty' });
  const skipped = notes.map((note) => ({ conversation: title, ...note }));
  if (messages.length === 0) return { conversation: null, skipped };
  const last = draft.current === null ? null : ids.get(draft.current);
  return {
    skipped,
    conversation: {
      title,
      model: messages.findLast(({ model }) => model !== null)?.model ?? draft.model,
      createdAt,
      updatedAt: draft.updatedAt ?? createdAt,
      pinned: draft.pinned,
      archived: draft.archived,
      tags: tagsOf(draft.tags),
      folder: draft.folder === null ? null : draft.folder.trim().slice(0, 200) || null,
      parameters: parameters.parse({ system: draft.system.slice(0, longestSystem) }),
      leafId: last ?? messages.at(-1)?.id ?? null,
      startId: draft.start == null ? null : (ids.get(draft.start) ?? null),
      startSummary: null,
      messages,
    },
  };
}

function tagsOf(tags: readonly string[]): string[] {
  const own = tags.map((tag) => tag.trim().slice(0, 50)).filter((tag) => tag !== '');
  return [...new Set(own)].slice(0, 20);
}
