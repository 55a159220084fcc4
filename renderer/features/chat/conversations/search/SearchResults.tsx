import { Brain, Paperclip, Wrench } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { Virtualizer } from 'virtua';
import type { ConversationSummary } from '../../../../../preload/contract/chat/conversation.ts';
import type { SearchHit } from '../../../../../preload/contract/chat/search.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useStores } from '../../../../kit/index.ts';
import { Progress } from '../../../../ui/data/Progress.tsx';
import {
  Badge,
  Button,
  cx,
  ErrorBar,
  legible,
  longestTitle,
  oneLine,
  Spinner,
  Time,
} from '../../../../ui/index.ts';
import { byConversation, type SearchState } from './search.ts';

interface SearchResultsProps {
  readonly text: string;
  readonly filtered: boolean;
  readonly titles: readonly ConversationSummary[];
  readonly state: SearchState;
  /** The message opened last. */
  readonly currentId: string | null;
  readonly onHit: (hit: SearchHit) => void;
  readonly onMore: () => void;
  readonly onRetry: () => void;
}

/** Longer lists are virtualized. */
const shortList = 60;
const mostTitles = 6;

/** Search results: conversations by title, then messages under their conversation. */
export function SearchResults(props: SearchResultsProps) {
  const { text, filtered, titles, state, currentId, onHit, onMore, onRetry } = props;
  const t = useT();
  const format = useFormat();
  const { route } = useStores();
  const scroller = useRef<HTMLDivElement>(null);
  const { hits, more, busy, problem, answered, indexing, searchedBackTo } = state;
  const rows: ReactElement[] = [];
  if (titles.length > 0) {
    rows.push(<Heading key="titles" text={t('conversations.search.titles')} />);
    for (const { id, title } of titles.slice(0, mostTitles)) {
      rows.push(
        <button
          key={`title:${id}`}
          type="button"
          data-row={id}
          onClick={() => route.go({ screen: 'chat', conversationId: id })}
          className="flex h-8 w-full items-center rounded-control px-2.5 text-left hover:bg-hover"
        >
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {oneLine(title, longestTitle) || t('chat.untitled')}
          </span>
        </button>,
      );
    }
  }
  for (const group of byConversation(hits)) {
    rows.push(
      <h2
        key={`group:${group.id}`}
        className="mt-2 flex h-7 items-center gap-1.5 px-2.5 text-small font-medium text-text-soft"
      >
        <span dir="auto" className="min-w-0 truncate">
          {oneLine(group.title, longestTitle) || t('chat.untitled')}
        </span>
        {group.hits[0]?.archived === true && <Badge>{t('conversations.search.archived')}</Badge>}
      </h2>,
    );
    for (const hit of group.hits) {
      rows.push(
        <Hit
          key={hit.messageId}
          hit={hit}
          current={hit.messageId === currentId}
          onPick={() => onHit(hit)}
        />,
      );
    }
  }
  const nothing = answered !== null && !busy && !more && hits.length === 0 && titles.length === 0;
  return (
    <section
      aria-label={t('conversations.search.results')}
      aria-busy={busy}
      className="flex min-h-0 flex-1 flex-col"
    >
      <p
        role="status"
        className="tabular flex min-h-6 items-center gap-1.5 px-5 pb-1 text-small text-text-soft"
      >
        {busy && <Spinner size={12} />}
        {hits.length > 0 &&
          (more
            ? t('conversations.search.foundMore', { number: format.number(hits.length) })
            : t('conversations.search.found', { count: hits.length }))}
        {searchedBackTo !== null && (
          <span className="phrases">
            {t('conversations.search.backTo', { date: format.date(Date.parse(searchedBackTo)) })}
          </span>
        )}
        {text.trim() === '' && (
          <span className="phrases">{t('conversations.search.wordsFirst')}</span>
        )}
      </p>
      {indexing !== null && <Indexing {...indexing} />}
      {problem && <ErrorBar error={problem} className="mx-3 mb-2" onRetry={onRetry} />}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {rows.length <= shortList ? (
          rows
        ) : (
          <Virtualizer scrollRef={scroller} itemSize={74}>
            {rows}
          </Virtualizer>
        )}
        {nothing && (
          <p className="phrases px-2.5 py-2 text-small text-text-soft">
            {t(filtered ? 'conversations.search.nothingFiltered' : 'conversations.search.nothing', {
              text,
            })}
          </p>
        )}
        {more && (
          <Button data-row="more" busy={busy} className="mt-2 w-full" onClick={onMore}>
            {t('conversations.search.more')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The index is being built: older messages are found as it progresses. */
function Indexing({ left, total }: NonNullable<SearchState['indexing']>) {
  const t = useT();
  const format = useFormat();
  const done = total === 0 ? 0 : Math.max(0, total - left) / total;
  return (
    <div className="px-5 pb-2">
      <Progress
        value={done}
        label={t('conversations.search.indexing', { number: format.number(left) })}
      />
    </div>
  );
}

function Heading({ text }: { readonly text: string }) {
  return (
    <h2 className="flex h-7 items-center px-2.5 text-small font-medium text-text-soft">{text}</h2>
  );
}

interface HitProps {
  readonly hit: SearchHit;
  readonly current: boolean;
  readonly onPick: () => void;
}

/** One matching message: author and time, and the text around the first hit. */
function Hit({ hit, current, onPick }: HitProps) {
  const t = useT();
  const { role, model, createdAt, excerpt, messageId } = hit;
  return (
    <button
      type="button"
      data-row={messageId}
      aria-current={current || undefined}
      onClick={onPick}
      className={cx(
        'mb-0.5 block w-full rounded-control px-2.5 py-1.5 text-left',
        current ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="flex gap-2 text-small text-text-soft">
        <span className="min-w-0 flex-1 truncate">
          {role === 'user' ? t('conversations.search.user') : oneLine(model ?? '', longestTitle)}
        </span>
        <Time at={Date.parse(createdAt)} className="shrink-0" />
      </span>
      <Where hit={hit} />
      <span dir="auto" className="mt-0.5 line-clamp-3 text-start wrap-anywhere">
        {excerpt.map(({ text, hit: isHit }, index) =>
          isHit ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text stay in their order
            <mark key={index} className="rounded-small bg-(--search-hit) text-text">
              {legible(text)}
            </mark>
          ) : (
            legible(text)
          ),
        )}
      </span>
    </button>
  );
}

const marks = {
  'file-name': Paperclip,
  file: Paperclip,
  reasoning: Brain,
  'tool-call': Wrench,
} as const;

/** The part of the message with the hit, unless it is the message's own text. */
function Where({ hit: { in: place, name } }: { readonly hit: SearchHit }) {
  const t = useT();
  if (place === 'content') return null;
  const Mark = marks[place];
  const known = oneLine(name ?? '', longestTitle);
  const words = {
    'file-name': t('conversations.search.fileName'),
    file: t('conversations.search.inFile', { name: known }),
    reasoning: t('conversations.search.inReasoning'),
    'tool-call': t('conversations.search.inTool', { name: known }),
  }[place];
  return (
    <span className="mt-0.5 flex min-w-0 items-center gap-1 text-small text-text-soft">
      <Mark size={12} aria-hidden className="shrink-0" />
      <span className="min-w-0 truncate" title={known || undefined}>
        {words}
      </span>
    </span>
  );
}
