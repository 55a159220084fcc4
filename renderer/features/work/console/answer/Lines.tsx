import { useEffect, useRef, useState } from 'react';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { useT } from '../../../../i18n/index.ts';
import { toProblem, useClient } from '../../../../kit/index.ts';
import { ErrorBar } from '../../../../ui/index.ts';
import { FindBar } from './FindBar.tsx';
import { matcher } from './found.ts';
import { NumberedLine } from './NumberedLine.tsx';

interface LinesProps {
  readonly systemId: string;
  readonly id: string;
  /** Lines so far. */
  readonly count: number;
  readonly ended: boolean;
}

/** The last lines stay on screen; main keeps as many. */
const mostShown = 5000;

/** An answer that comes line by line; the end stays in view while it is in view. */
export function Lines({ systemId, id, count, ended }: LinesProps) {
  const t = useT();
  const client = useClient();
  const scroller = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState<{ readonly from: number; readonly all: readonly string[] }>({
    from: 0,
    all: [],
  });
  const [find, setFind] = useState('');
  const [problem, setProblem] = useState<AppErrorData | null>(null);
  const next = lines.from + lines.all.length;
  useEffect(() => {
    if (count <= next) return;
    let isLatest = true;
    client.call('apiConsole.lines', { systemId, id, from: next }).then(
      (came) => {
        if (!isLatest || came.lines.length === 0) return;
        setLines((before) => {
          const all = [...(came.from === next ? before.all : []), ...came.lines];
          const from = came.from === next ? before.from : came.from;
          const surplus = Math.max(0, all.length - mostShown);
          return { from: from + surplus, all: all.slice(surplus) };
        });
      },
      (error: unknown) => isLatest && setProblem(toProblem(error)),
    );
    return () => {
      isLatest = false;
    };
  }, [client, systemId, id, count, next]);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines move the end
  useEffect(() => {
    const element = scroller.current;
    if (element !== null && follows.current) element.scrollTop = element.scrollHeight;
  }, [next]);
  const matches = matcher(find);
  const shown = lines.all
    .map((text, index) => ({ text, number: lines.from + index + 1 }))
    .filter(({ text }) => matches === null || matches(text));
  return (
    <>
      <FindBar find={find} onFind={setFind} count={matches === null ? null : shown.length} />
      <div
        ref={scroller}
        role="log"
        aria-label={t('console.answer.views.lines')}
        aria-busy={!ended}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < 24;
        }}
        className="min-h-0 flex-1 overflow-auto px-4 pb-4 font-mono text-small"
      >
        {problem && <ErrorBar error={problem} />}
        {shown.map(({ text, number }) => (
          <NumberedLine key={number} number={number} text={text} lined />
        ))}
      </div>
    </>
  );
}
