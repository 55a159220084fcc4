import { useCallback, useMemo, useState } from 'react';
import type { JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useLanguage, useT } from '../../../../i18n/index.ts';
import { useNow } from '../../../../ui/index.ts';
import { lookWord } from '../words.ts';
import { type GroupId, type JobFilter, type JobSort, linesOf, matching, sortJobs } from './rows.ts';

export type JobsListing = ReturnType<typeof useLines>;

const minute = 60_000;

/** State of filter, order and folded groups, and the table's lines by them. */
export function useLines(
  jobs: readonly JobRow[],
  { ownUnknown, machine }: { readonly ownUnknown: boolean; readonly machine: string },
) {
  const t = useT();
  const language = useLanguage();
  const [filter, setFilter] = useState<JobFilter>({
    text: '',
    own: machine === '',
    machine,
    queue: '',
  });
  const [sort, setSort] = useState<JobSort | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<GroupId>>(new Set());
  const midnight = new Date(useNow(minute)).setHours(0, 0, 0, 0);
  // without the user's name there, none can be told to be the user's
  const own = filter.own && !ownUnknown;
  const matches = useMemo(() => matching(jobs, { ...filter, own }), [jobs, filter, own]);
  const sorted = useMemo(() => {
    const texts = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
    return sortJobs(matches, sort, { compare: texts.compare, word: (look) => lookWord(t, look) });
  }, [matches, sort, language, t]);
  const lines = useMemo(() => linesOf(sorted, midnight, closed), [sorted, midnight, closed]);
  const fold = useCallback(
    (group: GroupId) =>
      setClosed((before) => {
        const others = [...before].filter((one) => one !== group);
        return new Set(before.has(group) ? others : [...others, group]);
      }),
    [],
  );
  return {
    lines,
    own,
    filter,
    change: (part: Partial<JobFilter>) => setFilter((before) => ({ ...before, ...part })),
    clear: () => setFilter((before) => ({ ...before, text: '', machine: '', queue: '' })),
    filtered: filter.text !== '' || filter.machine !== '' || filter.queue !== '',
    sort,
    setSort,
    fold,
  };
}
