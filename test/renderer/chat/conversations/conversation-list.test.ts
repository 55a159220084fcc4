import { describe, expect, test } from 'vitest';
import type { ConversationSummary } from '../../../../preload/contract/chat/conversation.ts';
import {
  byTitle,
  conversationsIn,
  type ListView,
  rowsOf,
  tagsOf,
} from '../../../../renderer/features/chat/conversations/list/groups.ts';
import type { Filters } from '../../../../renderer/features/chat/conversations/search/search.ts';

const now = new Date(2026, 10, 21, 12).getTime();
const day = 86_400_000;
const conversation = (
  id: string,
  change: Partial<ConversationSummary> & { readonly daysAgo?: number } = {},
): ConversationSummary => {
  const { daysAgo = 0, ...rest } = change;
  const at = new Date(now - daysAgo * day).toISOString();
  return {
    id,
    systemId: 's',
    title: id,
    model: null,
    createdAt: at,
    updatedAt: at,
    streaming: false,
    leafId: null,
    folderId: null,
    pinned: false,
    archived: false,
    tags: [],
    temporary: false,
    ...rest,
  };
};
const folders = [{ id: 'f', systemId: 's', name: 'Papers' }];
const plain: ListView = { archive: false, tag: null, folded: new Set() };
const list = [
  conversation('today'),
  conversation('pinned', { pinned: true, folderId: 'f' }),
  conversation('filed', { folderId: 'f', tags: ['天気'] }),
  conversation('lost', { folderId: 'gone' }),
  conversation('week', { daysAgo: 3 }),
  conversation('old', { daysAgo: 30, tags: ['天気', 'b'] }),
  conversation('put away', { archived: true }),
];
const said = (view: Partial<ListView>) =>
  rowsOf(list, folders, { ...plain, ...view }, now).map((row) =>
    row.kind === 'conversation'
      ? row.conversation.id
      : row.kind === 'folder'
        ? `folder ${row.count}`
        : row.kind === 'archive'
          ? `archive ${row.count}`
          : `# ${row.name}`,
  );

describe('the list', () => {
  test('has what is pinned, folders, ages, and the way to the archive', () => {
    expect(said({})).toEqual([
      ...['# pinned', 'pinned', 'folder 1', 'filed', '# today', 'today', 'lost'],
      ...['# week', 'week', '# earlier', 'old', 'archive 1'],
    ]);
    expect(said({ folded: new Set(['f']) })).not.toContain('filed');
    expect(said({ archive: true })).toEqual(['put away']);
  });

  test('with a tag has only what has it, folded or not', () => {
    expect(said({ tag: '天気', folded: new Set(['f']) })).toEqual([
      ...['folder 1', 'filed', '# earlier', 'old'],
    ]);
    expect(tagsOf(list)).toEqual([
      { tag: 'b', count: 1 },
      { tag: '天気', count: 2 },
    ]);
    expect(conversationsIn(rowsOf(list, folders, plain, now))).toHaveLength(6);
  });

  test('is searched by words of title and tags, width and case aside', () => {
    const ids = (text: string) => byTitle(list, text).map(({ id }) => id);
    expect(ids('ＰＵＴ')).toEqual(['put away']);
    expect(ids('#天')).toEqual(['filed', 'old']);
    expect(ids('天 b')).toEqual(['old']);
    expect(ids('  ')).toEqual([]);
  });

  test('is narrowed by the filters of the search', () => {
    const list = [
      conversation('wave a', { model: 'beta-k3', folderId: 'f', daysAgo: 40 }),
      conversation('wave b', { model: 'gamma-5.2' }),
    ];
    const ids = (filters: Filters) => byTitle(list, 'wave', filters).map(({ id }) => id);
    expect(ids({})).toEqual(['wave a', 'wave b']);
    expect(ids({ model: 'beta-k3' })).toEqual(['wave a']);
    expect(ids({ folderId: null })).toEqual(['wave b']);
    expect(ids({ from: new Date(now - 30 * day).toISOString() })).toEqual(['wave b']);
    expect(ids({ to: new Date(now - 30 * day).toISOString() })).toEqual(['wave a']);
    expect(ids({ role: 'user' })).toEqual([]);
  });
});
