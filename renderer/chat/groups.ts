import type { ConversationSummary, Folder } from '../../preload/contract/chat.ts';

export type Age = 'today' | 'week' | 'earlier';

export type Row =
  | { readonly kind: 'heading'; readonly name: 'pinned' | 'archived' | Age; readonly count: number }
  | { readonly kind: 'folder'; readonly folder: Folder; readonly count: number }
  | {
      readonly kind: 'conversation';
      readonly conversation: ConversationSummary;
      readonly inset: boolean;
    };

const day = 86_400_000;

/**
 * The list as it is drawn: pinned, folders, the rest by age, the archive. A text that is searched for
 * unfolds everything.
 * @param folded ids of folded folders, and `archived`
 */
export function rowsOf(
  conversations: readonly ConversationSummary[],
  folders: readonly Folder[],
  folded: ReadonlySet<string>,
  wanted: string,
  now: number,
): Row[] {
  const text = wanted.trim().toLocaleLowerCase();
  const found = conversations.filter((one) => matches(one, text));
  const active = found.filter(({ archived }) => !archived);
  const entries = (list: readonly ConversationSummary[], inset = false): Row[] =>
    list.map((conversation) => ({ kind: 'conversation', conversation, inset }));
  const group = (name: 'pinned' | Age, list: readonly ConversationSummary[]): Row[] =>
    list.length === 0 ? [] : [{ kind: 'heading', name, count: list.length }, ...entries(list)];

  const known = new Set(folders.map(({ id }) => id));
  const loose = active.filter(
    ({ pinned, folderId }) => !pinned && (folderId === null || !known.has(folderId)),
  );
  const ageOf = ({ updatedAt }: ConversationSummary): Age => {
    const midnight = new Date(now).setHours(0, 0, 0, 0);
    const at = Date.parse(updatedAt);
    return at >= midnight ? 'today' : at >= midnight - 6 * day ? 'week' : 'earlier';
  };
  const byAge = (age: Age) =>
    group(
      age,
      loose.filter((one) => ageOf(one) === age),
    );

  const archived = found.filter((one) => one.archived);
  return [
    ...group(
      'pinned',
      active.filter(({ pinned }) => pinned),
    ),
    ...folders.flatMap((folder): Row[] => {
      const list = active.filter(({ pinned, folderId }) => !pinned && folderId === folder.id);
      if (text !== '' && list.length === 0) return [];
      const open = text !== '' || !folded.has(folder.id);
      return [{ kind: 'folder', folder, count: list.length }, ...(open ? entries(list, true) : [])];
    }),
    ...byAge('today'),
    ...byAge('week'),
    ...byAge('earlier'),
    ...(archived.length === 0
      ? []
      : [
          { kind: 'heading' as const, name: 'archived' as const, count: archived.length },
          ...(text !== '' || !folded.has('archived') ? entries(archived) : []),
        ]),
  ];
}

function matches({ title, tags }: ConversationSummary, text: string): boolean {
  if (text === '') return true;
  return [title, ...tags, ...tags.map((tag) => `#${tag}`)].some((one) =>
    one.toLocaleLowerCase().includes(text),
  );
}
