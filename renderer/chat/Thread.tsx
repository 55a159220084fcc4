import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Message } from '../../preload/contract/chat.ts';
import { useT } from '../i18n/index.ts';
import { Badge, IconButton } from '../ui/index.ts';
import { Answer } from './Answer.tsx';

interface ThreadProps {
  readonly demo: boolean;
  readonly branch: readonly Message[];
  readonly streaming: boolean;
  readonly onRegenerate: (messageId: string) => void;
}

/** How near the end, in pixels, still counts as reading the end. */
const nearEnd = 48;

/** The messages of the branch on screen. It follows the end only while the reader is there. */
export function Thread({ demo, branch, streaming, onRegenerate }: ThreadProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const [away, setAway] = useState(false);

  const toEnd = useCallback(() => {
    const view = scroller.current;
    if (view !== null) view.scrollTop = view.scrollHeight;
  }, []);
  useEffect(() => {
    const body = content.current;
    if (body === null) return;
    const observer = new ResizeObserver(() => {
      if (following.current) toEnd();
    });
    observer.observe(body);
    return () => observer.disconnect();
  }, [toEnd]);
  const look = () => {
    const view = scroller.current;
    if (view === null) return;
    following.current = view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd;
    setAway(!following.current);
  };

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={t('chat.thread')}
        aria-busy={streaming}
        onScroll={look}
        className="h-full overflow-y-auto outline-offset-[-2px]"
      >
        <div ref={content} className="mx-auto max-w-[46rem] space-y-5 px-4 pt-5 pb-6">
          {demo && (
            <div className="flex justify-center">
              <Badge>{t('chat.demoNote')}</Badge>
            </div>
          )}
          {branch.length === 0 && (
            <p className="pt-[18vh] text-center text-heading text-text-soft">{t('chat.begin')}</p>
          )}
          {branch.map((message, index) =>
            message.role === 'user' ? (
              <article
                key={message.id}
                aria-label={t('chat.you')}
                className="ml-auto w-fit max-w-[85%] rounded-card bg-accent-soft px-3.5 py-2 text-chat whitespace-pre-wrap wrap-anywhere"
              >
                {message.content}
              </article>
            ) : (
              <Answer
                key={message.id}
                message={message}
                last={index === branch.length - 1}
                onRegenerate={onRegenerate}
              />
            ),
          )}
        </div>
      </div>
      {away && (
        <IconButton
          variant="plain"
          icon={ArrowDown}
          label={t('chat.toEnd')}
          onClick={() => {
            following.current = true;
            toEnd();
          }}
          className="!absolute right-5 bottom-3 rounded-full"
        />
      )}
    </div>
  );
}
