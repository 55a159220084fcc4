import type { ConsoleState } from '../../../../../preload/contract/work/console.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, Dialog } from '../../../../ui/index.ts';
import type { Changes, Importing } from './useImport.ts';

const parts = ['added', 'removed', 'changed'] as const satisfies readonly (keyof Changes)[];

/** What a newer description changed. */
export function ImportReport(props: {
  readonly importing: Importing;
  readonly state: ConsoleState | null;
}) {
  const { importing, state } = props;
  const t = useT();
  const { report, forgetReport } = importing;
  if (report === null) return null;
  const { changes } = report;
  const title = state?.descriptions.find(({ id }) => id === report.id)?.title ?? '';
  const isSame = parts.every((part) => changes[part].length === 0);
  return (
    <Dialog
      open
      onClose={forgetReport}
      title={t('console.report.title', { name: title })}
      description={isSame ? t('console.report.same') : t('console.report.text')}
      footer={
        <Button variant="primary" onClick={forgetReport}>
          {t('common.close')}
        </Button>
      }
    >
      {!isSame && (
        <div className="flex flex-col gap-3">
          {parts.map(
            (part) =>
              changes[part].length > 0 && (
                <section key={part}>
                  <h3 className="mb-1 text-small font-medium">
                    {t(`console.report.${part}`, { count: changes[part].length })}
                  </h3>
                  <ul
                    aria-label={t(`console.report.${part}`, { count: changes[part].length })}
                    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
                    tabIndex={0}
                    className="max-h-40 overflow-y-auto rounded-control border border-line px-3 py-1.5 font-mono text-small"
                  >
                    {changes[part].slice(0, mostShown).map((key) => (
                      <li key={key} className="wrap-anywhere">
                        {key}
                      </li>
                    ))}
                    {changes[part].length > mostShown && (
                      <li>
                        {t('console.report.more', { count: changes[part].length - mostShown })}
                      </li>
                    )}
                  </ul>
                </section>
              ),
          )}
        </div>
      )}
    </Dialog>
  );
}

const mostShown = 200;
