import { foldText } from '../../../../../common/texts/fold.ts';
import type {
  ConversationSummary,
  Folder,
} from '../../../../../preload/contract/chat/conversation.ts';
import { groupBy } from '../groupBy.ts';
import type { Filters } from '../search/search.ts';

export type Age = 'today' | 'week' | 'earlier';
export type HeadingName = 'pinned' | Age;

export type Row =
  | { readonly kind: 'heading'; readonly name: HeadingName }
  | { readonly kind: 'folder'; readonly folder: Folder; readonly count: number }
  | { readonly kind: 'archive'; readonly count: number }
  | {
      readonly kind: 'conversation';
      readonly conversation: ConversationSummary;
      readonly inset: boolean;
    };

export interface ListView {
  readonly archive: boolean;
  /** Only conversations with this tag. */
  readonly tag: string | null;
  /** Ids of folded folders. */
  readonly folded: ReadonlySet<string>;
}

const day = 86_400_000;

/** The rows as drawn: pinned, folders, the rest by age, the entry of the archive; or the archive. */
export function rowsOf(
  conversations: readonly ConversationSummary[],
  folders: readonly Folder[],
  { archive, tag, folded }: ListView,
  now: number,
): Row[] {
  const shown = conversations.filter(({ tags }) => tag === null || tags.includes(tag));
  const archived = shown.filter((one) => one.archived);
  const entries = (list: readonly ConversationSummary[], inset = false): Row[] =>
    list.map((conversation) => ({ kind: 'conversation', conversation, inset }));
  if (archive) return entries(archived);

  const active = shown.filter((one) => !one.archived);
  const group = (name: HeadingName, list: readonly ConversationSummary[]): Row[] =>
    list.length === 0 ? [] : [{ kind: 'heading', name }, ...entries(list)];
  const known = new Set(folders.map(({ id }) => id));
  const loose = active.filter(
    ({ pinned, folderId }) => !pinned && (folderId === null || !known.has(folderId)),
  );
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const ageOf = ({ updatedAt }: ConversationSummary): Age => {
    const at = Date.parse(updatedAt);
    return at >= midnight ? 'today' : at >= midnight - 6 * day ? 'week' : 'earlier';
  };
  const byAge = (age: Age) =>
    group(
      age,
      loose.filter((one) => ageOf(one) === age),
    );
  const filed = groupBy(
    active.filter(({ pinned, folderId }) => !pinned && folderId !== null),
    ({ folderId }) => folderId,
  );
  return [
    ...group(
      'pinned',
      active.filter(({ pinned }) => pinned),
    ),
    ...folders.flatMap((folder): Row[] => {
      const list = filed.get(folder.id) ?? [];
      // a filter shows its matches, not empty groups
      if (tag !== null && list.length === 0) return [];
      const open = tag !== null || !folded.has(folder.id);
      return [{ kind: 'folder', folder, count: list.length }, ...(open ? entries(list, true) : [])];
    }),
    ...byAge('today'),
    ...byAge('week'),
    ...byAge('earlier'),
    ...(archived.length === 0 ? [] : [{ kind: 'archive' as const, count: archived.length }]),
  ];
}

/**
 * Returns the conversations with every word of a text in their title or tags; `#tag` matches a tag. Titles have no
 * author, so a filter by role leaves none.
 */
export function byTitle(
  conversations: readonly ConversationSummary[],
  text: string,
  filters: Filters = {},
): ConversationSummary[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return conversations.filter((conversation) => {
    if (!passes(conversation, filters)) return false;
    const { title, tags } = conversation;
    const all = foldText([title, ...tags, ...tags.map((tag) => `#${tag}`)].join(' '));
    return words.every((word) => all.includes(word));
  });
}

function passes(
  { model, folderId, updatedAt }: ConversationSummary,
  { role, model: wanted, folderId: inFolder, from, to }: Filters,
): boolean {
  const changed = Date.parse(updatedAt);
  return (
    role === undefined &&
    (wanted === undefined || model === wanted) &&
    (inFolder === undefined || folderId === inFolder) &&
    (from === undefined || changed >= Date.parse(from)) &&
    (to === undefined || changed < Date.parse(to))
  );
}

/** Ignores case and width, like the search in messages. */

/** Returns every tag with its number of conversations, by name. */
export function tagsOf(
  conversations: readonly ConversationSummary[],
): { readonly tag: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const tag of conversations.flatMap(({ tags }) => tags)) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => a.tag.localeCompare(b.tag));
}

/** Returns the conversations of a list in display order. */
export function conversationsIn(rows: readonly Row[]): ConversationSummary[] {
  return rows.flatMap((row) => (row.kind === 'conversation' ? [row.conversation] : []));
}
