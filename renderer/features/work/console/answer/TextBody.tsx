import { useMemo, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { CopyButton, LongText, TextField } from '../../../../ui/index.ts';

/** Lines that are shown of a search. */
const mostLines = 2000;

/** A text as it came; a search shows the lines that contain it. */
export function TextBody({ text }: { readonly text: string }) {
  const t = useT();
  const [find, setFind] = useState('');
  const found = useMemo(() => {
    const wanted = find.toLowerCase();
    if (wanted === '') return null;
    return text.split('\n').flatMap((line, index) => {
      const has = line.toLowerCase().includes(wanted);
      return has ? [{ line, number: index + 1 }] : [];
    });
  }, [text, find]);
  return (
    <>
      <div className="flex items-center gap-2 px-4 pb-2">
        <TextField
          type="search"
          label={t('console.answer.find')}
          labelHidden
          placeholder={t('console.answer.find')}
          value={find}
          onValueChange={setFind}
          className="flex-1"
        />
        <span role="status" className="tabular text-small text-text-soft">
          {found !== null && t('console.answer.found', { count: found.length })}
        </span>
        <CopyButton name={t('console.answer.title')} text={text} />
      </div>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-4 pb-4 font-mono text-small"
      >
        {found === null ? (
          <LongText text={text} />
        ) : (
          found.slice(0, mostLines).map(({ line, number }) => (
            <div key={number} className="flex gap-3">
              <span className="tabular w-12 shrink-0 text-right text-text-faint select-none">
                {number}
              </span>
              <LongText text={line} className="min-w-0 flex-1" />
            </div>
          ))
        )}
      </div>
    </>
  );
}
