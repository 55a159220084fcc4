import { Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { toHash } from '../../../kit/route.ts';
import { useNarrow } from '../../../kit/useNarrow.ts';
import { cx, Select, TextField } from '../../../ui/index.ts';
import type { Section } from './sections.tsx';

interface Entry {
  readonly section: Section;
  /** The names of settings that the search found. */
  readonly found: readonly string[];
}

/** Below this width the list stands above the section. */
const stackedWidth = '47.99rem';

const hashOf = (section: Section) => toHash({ screen: 'settings', part: section.id });

/** The sections, with a search over the names of their settings. The list is one tab stop; arrow keys move in it. */
export function SectionList({
  sections,
  current,
}: {
  readonly sections: readonly Section[];
  readonly current: string;
}) {
  const t = useT();
  const { route } = useStores();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const entries = search(sections, query, t);
  /** Beside a short section the list would take half the window. */
  const isMenu = useNarrow(stackedWidth) && query.trim() === '';
  const groups = [null, 'data', 'app'] as const;
  const stop = entries.some(({ section }) => section.id === current)
    ? current
    : entries[0]?.section.id;

  const links = () => [...(list.current?.querySelectorAll('a') ?? [])];
  const move = (event: KeyboardEvent) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || at === -1) return;
    event.preventDefault();
    all[Math.max(0, Math.min(to, all.length - 1))]?.focus();
  };
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      links()[0]?.focus();
    }
    const [first] = entries;
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && query.trim() !== '' && first) {
      route.go({ screen: 'settings', part: first.section.id });
    }
    if (event.key === 'Escape' && query !== '') {
      event.stopPropagation();
      setQuery('');
    }
  };
  return (
    <nav
      aria-label={t('settings.sections')}
      className="flex shrink-0 flex-wrap gap-3 border-line px-6 pb-6 md:w-48 md:flex-col md:flex-nowrap md:overflow-y-auto md:border-r md:pr-3 xl:w-52"
    >
      <TextField
        className="min-w-40 flex-1 md:min-w-0 md:flex-none"
        type="search"
        label={t('settings.search')}
        labelHidden
        placeholder={t('settings.searchShort')}
        value={query}
        trailing={<Search size={14} aria-hidden className="mr-1.5 text-text-faint" />}
        onValueChange={setQuery}
        onKeyDown={onSearchKey}
      />
      {isMenu && (
        <Select
          className="min-w-40 flex-1"
          label={t('settings.sections')}
          labelHidden
          value={current}
          options={sections.map(({ id, title }) => ({ value: id, label: t(title) }))}
          onValueChange={(part) => route.go({ screen: 'settings', part })}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links in it */}
      <div ref={list} onKeyDown={move} className="flex flex-col gap-3 empty:hidden max-md:w-full">
        {(isMenu ? [] : groups).map((group) => {
          const own = entries.filter(({ section }) => section.group === group);
          if (own.length === 0) return null;
          return (
            <div key={group}>
              {group !== null && (
                <h2 className="mb-1 text-small text-text-faint">{t(`settings.groups.${group}`)}</h2>
              )}
              <ul className="-ml-2 flex flex-wrap gap-1 md:flex-col">
                {own.map(({ section, found }) => (
                  <li key={section.id}>
                    <a
                      href={hashOf(section)}
                      tabIndex={section.id === stop ? undefined : -1}
                      aria-current={section.id === current ? 'page' : undefined}
                      className={cx(
                        'phrases block rounded-control px-2 py-1 text-body',
                        section.id === current
                          ? 'bg-pressed font-medium text-text'
                          : 'text-text-soft hover:bg-hover hover:text-text',
                      )}
                    >
                      {t(section.title)}
                      {found.map((name) => (
                        <span key={name} className="block text-small font-normal text-text-soft">
                          {name}
                        </span>
                      ))}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      <p role="status" className="phrases text-small text-text-soft empty:hidden">
        {entries.length === 0 && t('settings.noMatch')}
      </p>
    </nav>
  );
}

function search(
  sections: readonly Section[],
  query: string,
  t: ReturnType<typeof useT>,
): readonly Entry[] {
  const wanted = query.trim().normalize('NFKC').toLowerCase();
  if (wanted === '') return sections.map((section) => ({ section, found: [] }));
  const matches = (text: string) => text.normalize('NFKC').toLowerCase().includes(wanted);
  return sections
    .map((section) => ({
      section,
      found: section.names.map((name) => t(name)).filter(matches),
    }))
    .filter(({ section, found }) => found.length > 0 || matches(t(section.title)));
}
