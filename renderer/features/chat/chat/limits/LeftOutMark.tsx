import { Scissors } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { Button } from '../../../../ui/index.ts';
import type { Head } from '../conversation/store.ts';

interface LeftOutMarkProps {
  /** Turns above; null if not counted yet. */
  readonly turns: number | null;
  /** The summary sent in their place. */
  readonly summary: string | null;
  readonly onSendAll: () => void;
}

interface StartOptions {
  readonly head: Head | null;
  /** Turns above; null if not counted yet. */
  readonly turns: number | null;
  readonly perform: (work: () => Promise<unknown>) => void;
}

/** Returns the first message of requests, and the mark above it; null if they begin with the first one. */
export function useStart({ head, turns, perform }: StartOptions) {
  const client = useClient();
  if (head === null || !head.startId) return null;
  const sendAll = () =>
    perform(() => client.call('requests.setStart', { id: head.id, messageId: null }));
  const mark = <LeftOutMark turns={turns} summary={head.startSummary} onSendAll={sendAll} />;
  return { id: head.startId, mark };
}

/** The line in the thread above which nothing is sent any more. */
function LeftOutMark({ turns, summary, onSendAll }: LeftOutMarkProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const left = turns === null ? null : { count: turns };
  return (
    <section
      aria-label={t('limits.mark')}
      className="mb-3 rounded-control border border-line border-dashed bg-sunken px-3 py-1.5 text-small text-text-soft"
    >
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
        <Scissors size={13} aria-hidden className="shrink-0" />
        <span className="phrases min-w-40 flex-1">
          {summary === null
            ? left === null
              ? t('limits.markLeftOutSome')
              : t('limits.markLeftOut', left)
            : left === null
              ? t('limits.markSummarySome')
              : t('limits.markSummary', left)}
        </span>
        {summary !== null && (
          <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('limits.hideSummary') : t('limits.showSummary')}
          </Button>
        )}
        <Button size="small" onClick={onSendAll}>
          {t('limits.sendAll')}
        </Button>
      </div>
      {open && summary !== null && (
        <p className="mt-1 max-h-60 overflow-y-auto border-line border-t pt-1.5 text-body text-text whitespace-pre-wrap wrap-anywhere">
          {summary}
        </p>
      )}
    </section>
  );
}
