import type { FileEntry } from '../../../../preload/contract/work/files.ts';

/** Chosen files and folders of a pane, by name. */
export type Selection = ReadonlyMap<string, Pick<FileEntry, 'name' | 'kind'>>;

export const nothing: Selection = new Map();

/** Returns the selection with an entry more, or less if it was in it. */
export function toggled(selected: Selection, entry: FileEntry): Selection {
  const next = new Map(selected);
  if (!next.delete(entry.name)) next.set(entry.name, entry);
  return next;
}

/** Returns what calls take: folders apart from files. */
export function namesOf(selected: Selection) {
  const all = [...selected.values()];
  const named = (isFolder: boolean): string[] =>
    all.filter(({ kind }) => (kind === 'folder') === isFolder).map(({ name }) => name);
  return { names: named(false), folders: named(true) };
}

/** What F5 copies: the selection, or else the file whose row has the focus. */
export const orFocused = (selected: Selection, entry: FileEntry | undefined): Selection =>
  selected.size === 0 && entry !== undefined ? new Map([[entry.name, entry]]) : selected;
