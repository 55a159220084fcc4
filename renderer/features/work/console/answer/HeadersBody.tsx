import { useState } from 'react';
import type { ConsoleAnswer } from '../../../../../preload/contract/work/console-answers.ts';
import { useT } from '../../../../i18n/index.ts';
import { Facts } from '../../../../ui/index.ts';
import { FindBar } from './FindBar.tsx';
import { matcher } from './found.ts';

/** The headers of an answer, and what its body is where there is nothing to show of it. */
export function HeadersBody({ answer }: { readonly answer: ConsoleAnswer }) {
  const { kind, headers } = answer;
  const t = useT();
  const [find, setFind] = useState('');
  const matches = matcher(find);
  const items = headers
    .map(({ name, value }, index) => ({
      // the name of a repeated header is another key
      label: headers.findIndex((one) => one.name === name) === index ? name : `${name} `,
      value,
    }))
    .filter(({ label, value }) => matches === null || matches(`${label}: ${value}`));
  return (
    <>
      <FindBar find={find} onFind={setFind} count={matches === null ? null : items.length} />
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-4 pb-4"
      >
        {(kind === 'empty' || kind === 'binary') && (
          <p className="phrases mb-3 text-text-soft">{t(`console.answer.kinds.${kind}`)}</p>
        )}
        <Facts mono items={items} />
      </div>
    </>
  );
}
