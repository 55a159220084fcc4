import type { ExactRequest } from '../../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../../i18n/index.ts';
import { cx, LongText, legible } from '../../../../ui/index.ts';
import { splitAtValues } from './exact.ts';

interface ExactTextProps {
  readonly exact: ExactRequest;
  readonly className?: string;
}

/** A request to the letter, wrapped and whole: method, address, headers, body. Values of variables are purple. */
export function ExactText({ exact, className }: ExactTextProps) {
  const t = useT();
  const { method, url, headers, body, variables } = exact;
  return (
    <section
      aria-label={t('console.exact.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className={cx(
        'overflow-y-auto rounded-control border border-line bg-sunken px-3 py-2 font-mono text-small leading-4.5 wrap-anywhere whitespace-pre-wrap',
        className,
      )}
    >
      <p>
        <span className="font-semibold">{method}</span>{' '}
        {splitAtValues(url, variables).map(({ text, isValue }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
            key={index}
            className={isValue ? 'text-maintenance-text' : undefined}
          >
            {legible(text)}
          </span>
        ))}
      </p>
      {headers.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header may be there twice
        <p key={index}>{legible(`${name}: ${value}`)}</p>
      ))}
      {body === null ? (
        <p className="text-text-soft">{t('console.exact.noBody')}</p>
      ) : (
        <div className="mt-2">
          <LongText text={body} />
        </div>
      )}
    </section>
  );
}
