import { ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { useFail } from '../../../i18n/useFail.ts';
import { BackToStart } from '../../../kit/bars/BackToStart.tsx';
import { useRoute } from '../../../kit/index.ts';
import { toHash } from '../../../kit/route.ts';
import { Markdown } from '../../../markdown/index.ts';
import { cx, ScreenTitle, TextField } from '../../../ui/index.ts';
import { GuidePicture } from './GuidePicture.tsx';
import { fetchPages, type Page, type PageId, pageOf, partsOf } from './pages.ts';
import { type Piece, searchPages } from './search.ts';

const hashOf = (page: PageId) => toHash({ screen: 'guide', page });

const placeOf = (href: string): string | null => {
  const page = pageOf(href);
  return page === undefined ? null : hashOf(page);
};

function usePages(): readonly Page[] {
  const language = useLanguage();
  const [pages, setPages] = useState<readonly Page[]>([]);
  const fail = useFail();
  useEffect(() => {
    let isWanted = true;
    fetchPages(language)
      .then((loaded) => {
        if (isWanted) setPages(loaded);
      })
      .catch(fail);
    return () => {
      isWanted = false;
    };
  }, [language, fail]);
  return pages;
}

/** The user's guide, shipped with the app, in its language. */
export default function GuideScreen() {
  const t = useT();
  const pages = usePages();
  const route = useRoute();
  const wanted = route.screen === 'guide' ? route.page : undefined;
  const at = Math.max(
    0,
    pages.findIndex(({ id }) => id === wanted),
  );
  const page = pages[at];
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      <BackToStart />
      <ScreenTitle title={t('frame.screens.guide')} />
      <div className="flex min-h-0 flex-1">
        <PageList pages={pages} current={page?.id} />
        {page && <Article key={page.id} page={page} next={pages[at + 1]} />}
      </div>
    </div>
  );
}

interface PageListProps {
  readonly pages: readonly Page[];
  readonly current: PageId | undefined;
}

/** The pages, or those that contain what is searched for. */
function PageList({ pages, current }: PageListProps) {
  const t = useT();
  const [query, setQuery] = useState('');
  const found = searchPages(pages, query);
  return (
    <nav
      aria-label={t('frame.screens.guide')}
      className="flex w-52 shrink-0 flex-col gap-2 overflow-y-auto px-4 pt-0.5 pb-6"
    >
      <TextField
        type="search"
        label={t('frame.guide.search')}
        labelHidden
        placeholder={t('frame.guide.search')}
        value={query}
        onValueChange={setQuery}
      />
      <ul className="flex flex-col gap-0.5">
        {found.map(({ page: { id, title }, excerpt }) => (
          <li key={id}>
            <a
              href={hashOf(id)}
              aria-current={id === current ? 'page' : undefined}
              aria-labelledby={`guide-link-${id}`}
              aria-describedby={excerpt.length > 0 ? `guide-excerpt-${id}` : undefined}
              className={cx(
                'phrases block rounded-control px-2.5 py-1.5 text-body',
                id === current
                  ? 'bg-pressed font-medium text-text'
                  : 'text-text-soft hover:bg-hover hover:text-text',
              )}
            >
              <span id={`guide-link-${id}`}>{title}</span>
              {excerpt.length > 0 && <Excerpt id={`guide-excerpt-${id}`} pieces={excerpt} />}
            </a>
          </li>
        ))}
      </ul>
      <p role="status" className="px-2.5 text-small text-text-soft">
        {found.length === 0 && pages.length > 0 && t('frame.guide.nothing')}
      </p>
    </nav>
  );
}

interface ExcerptProps {
  readonly id: string;
  readonly pieces: readonly Piece[];
}

/** Where a page contains what is searched for. */
function Excerpt({ id, pieces }: ExcerptProps) {
  return (
    <span
      id={id}
      className="mt-0.5 line-clamp-3 text-small font-normal text-text-soft wrap-anywhere"
    >
      {pieces.map(({ text, isHit }, index) =>
        isHit ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces change together
          <mark key={index} className="rounded-small bg-(--search-hit) text-text">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </span>
  );
}

function Article({ page, next }: { readonly page: Page; readonly next: Page | undefined }) {
  const place = useRef<HTMLElement>(null);
  // the link that led here may have been on the previous page
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <article
      ref={place}
      tabIndex={-1}
      aria-labelledby="guide-page"
      className="min-w-0 flex-1 overflow-y-auto px-6 pb-10 outline-0"
    >
      <div className="phrases max-w-[46rem]">
        <h2 id="guide-page" className="mb-3 text-title font-semibold">
          {page.title}
        </h2>
        {partsOf(page.text).map(({ at, text, picture }) =>
          picture === undefined ? (
            <Markdown key={at} text={text} streaming={false} placeOf={placeOf} />
          ) : (
            <GuidePicture key={at} name={picture} alt={text} />
          ),
        )}
        {next && (
          <p className="mt-8 border-line border-t pt-4 text-right">
            <a
              className="inline-flex items-center gap-1.5 text-accent-text hover:underline"
              href={hashOf(next.id)}
            >
              {next.title}
              <ArrowRight size={14} aria-hidden />
            </a>
          </p>
        )}
      </div>
    </article>
  );
}
