import type { SkippedPart } from '../../../../../preload/contract/chat/portable.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { ErrorBar, longestTitle, oneLine } from '../../../../ui/index.ts';
import { groupBy } from '../groupBy.ts';
import type { ImportReport } from './importConversations.ts';

/** Maximum lines shown; the copied report has them all. */
const mostShown = 300;

/** Imported and omitted parts of a file, with the reasons. */
export function ImportReportView({ report }: { readonly report: ImportReport }) {
  const t = useT();
  const format = useFormat();
  const { ids, messages, files, skipped, skippedCount, problem } = report;
  const shown = skipped.slice(0, mostShown);
  return (
    <div className="space-y-3">
      {problem && <ErrorBar error={problem} />}
      {problem && <p className="text-text-soft">{t('conversations.transfer.report.endedEarly')}</p>}
      <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {(
          [
            ['conversations', ids.length],
            ['messages', messages],
            ['files', files],
            ['leftOut', skippedCount],
          ] as const
        ).map(([name, number]) => (
          <div key={name} className="contents">
            <dt className="text-text-soft">{t(`conversations.transfer.report.${name}`)}</dt>
            <dd>{format.number(number)}</dd>
          </div>
        ))}
      </dl>
      {skippedCount > 0 && (
        <section
          aria-label={t('conversations.transfer.report.leftOut')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be reached by keys
          tabIndex={0}
          className="max-h-72 space-y-3 overflow-y-auto rounded-card border border-line p-3"
        >
          {[...groupBy(shown, ({ conversation }) => conversation)].map(([title, list]) => (
            <div key={title}>
              <h3 dir="auto" className="truncate font-medium">
                {oneLine(title, longestTitle) || t('conversations.transfer.report.file')}
              </h3>
              <ul className="mt-1 space-y-1 text-small">
                {list.map((one, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list of a report never changes
                  <li key={at} className="wrap-anywhere">
                    <span className="text-text">{nameOf(one, t)}</span>{' '}
                    <span className="phrases text-text-soft">
                      {t(`conversations.transfer.report.reason.${one.reason}`)}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {skippedCount > shown.length && (
            <p className="text-small text-text-soft">
              {t('conversations.transfer.report.more', {
                number: format.number(skippedCount - shown.length),
              })}
            </p>
          )}
        </section>
      )}
    </div>
  );
}

type T = ReturnType<typeof useT>;

function nameOf({ kind, name }: SkippedPart, t: T): string {
  return t(`conversations.transfer.report.kind.${kind}`, { name: oneLine(name, longestTitle) });
}

/** The report as text, for the clipboard. */
export function reportText(report: ImportReport, t: T): string {
  const { ids, messages, files, skipped, skippedCount } = report;
  const counts = { conversations: ids.length, messages, files, leftOut: skippedCount } as const;
  const head = (Object.keys(counts) as (keyof typeof counts)[]).map(
    (name) => `${t(`conversations.transfer.report.${name}`)}: ${counts[name]}`,
  );
  const lines = skipped.map((one) => {
    const reason = t(`conversations.transfer.report.reason.${one.reason}`);
    return `- ${oneLine(one.conversation, longestTitle) || '—'}: ${nameOf(one, t)} ${reason}`;
  });
  return `${[...head, ...(lines.length === 0 ? [] : ['', ...lines])].join('\n')}\n`;
}
