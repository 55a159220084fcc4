import type { SourceLink } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useOpenExternally } from '../../../../kit/openExternally.ts';
import { longestTitle, oneLine } from '../../../../ui/index.ts';

/** An answer's references beside its text, in its order: the numbers in a text refer to these. */
export function Sources({ links = [] }: { readonly links: readonly SourceLink[] | undefined }) {
  const t = useT();
  const leave = useOpenExternally();
  if (links.length === 0) return null;
  return (
    <section aria-label={t('chat.sources')} className="mt-2 text-small text-text-soft">
      <p>{t('chat.sources')}</p>
      <ol className="list-decimal pl-6">
        {links.map(({ url, title }) => (
          <li key={url} className="tabular">
            <a
              href={url}
              title={url}
              className="text-accent-text hover:underline"
              onClick={(event) => {
                event.preventDefault();
                void leave(url);
              }}
            >
              {oneLine(title, longestTitle) || url}
            </a>{' '}
            <span>{title === '' ? '' : new URL(url).host}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
