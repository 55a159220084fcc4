import { useMemo, useState } from 'react';
import { LongText } from '../../../../ui/index.ts';
import { Tree } from '../../../chat/structured/index.ts';
import { FindBar } from './FindBar.tsx';
import { leavesWith, matcher, mostFound } from './found.ts';

/** JSON as a tree; a search lists the values that it finds with the way to them. */
export function TreeBody({ value }: { readonly value: unknown }) {
  const [find, setFind] = useState('');
  const found = useMemo(() => {
    const matches = matcher(find);
    return matches === null ? null : leavesWith(value, matches);
  }, [value, find]);
  return (
    <>
      <FindBar find={find} onFind={setFind} count={found?.length ?? null} />
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-4 pb-4"
      >
        {found === null ? (
          <Tree value={value} troubled={nothing} />
        ) : (
          <ul className="font-mono text-mono">
            {found.slice(0, mostFound).map(({ way, text }) => (
              <li key={way} className="flex flex-wrap gap-x-2 border-line border-b py-0.5">
                <LongText text={way} className="text-text-soft" />
                <LongText text={text} className="min-w-0" />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

const nothing: ReadonlySet<string> = new Set();
