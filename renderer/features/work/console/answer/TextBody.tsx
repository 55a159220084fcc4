import { useMemo, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { CopyButton, LongText } from '../../../../ui/index.ts';
import { FindBar } from './FindBar.tsx';
import { matcher, mostFound } from './found.ts';
import { NumberedLine } from './NumberedLine.tsx';

/** A text as it came; a search shows the lines that contain it. */
export function TextBody({ text }: { readonly text: string }) {
  const t = useT();
  const [find, setFind] = useState('');
  const found = useMemo(() => {
    const matches = matcher(find);
    if (matches === null) return null;
    return text
      .split('\n')
      .flatMap((line, index) => (matches(line) ? [{ line, number: index + 1 }] : []));
  }, [text, find]);
  return (
    <>
      <FindBar find={find} onFind={setFind} count={found?.length ?? null}>
        <CopyButton name={t('console.answer.title')} text={text} />
      </FindBar>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-4 pb-4 font-mono text-small"
      >
        {found === null ? (
          <LongText text={text} />
        ) : (
          found
            .slice(0, mostFound)
            .map(({ line, number }) => <NumberedLine key={number} number={number} text={line} />)
        )}
      </div>
    </>
  );
}
