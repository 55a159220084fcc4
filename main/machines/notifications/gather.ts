import type { NoticeChange, NoticeRule } from '../../../preload/contract/machines/notices.ts';

/** More than so many at once are told of in one notice. */
const mostAtOnce = 3;

/** Changes of one moment as they are told: each by itself, or, where they are many, all at once. */
export function gather(changes: readonly NoticeChange[]): NoticeChange[][] {
  if (changes.length === 0) return [];
  return changes.length > mostAtOnce ? [[...changes]] : changes.map((change) => [change]);
}

/** What is left to be told when quiet hours are over, in order: of each machine how it ended. */
export function afterQuiet(held: readonly (readonly NoticeChange[])[]): NoticeChange[] {
  const last = new Map<string, NoticeChange>();
  for (const change of held.flat()) {
    const key = JSON.stringify(change.machine);
    last.delete(key);
    last.set(key, change);
  }
  return [...last.values()];
}

/** @param minute of the day */
export function isQuiet({ quiet }: NoticeRule, minute: number): boolean {
  if (quiet === null) return false;
  const { from, to } = quiet;
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
