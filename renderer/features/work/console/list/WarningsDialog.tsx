import type { Description } from '../../../../../preload/contract/work/console-descriptions.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, Dialog, legible } from '../../../../ui/index.ts';

/** What is wrong with a description: nothing of it stands in the way. */
export function WarningsDialog(props: {
  readonly description: Description;
  readonly onClose: () => void;
}) {
  const { description, onClose } = props;
  const t = useT();
  const { title, format, warnings, moreWarnings } = description;
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('console.warnings.title', { name: title })}
      description={t('console.warnings.text', { format })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <ul className="flex flex-col gap-2">
        {warnings.map(({ code, line, about }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several may be alike
          <li key={index}>
            <p className="phrases">
              {t(`console.warnings.codes.${code}`)}
              {line !== null && (
                <span className="tabular text-text-soft">
                  {' '}
                  {t('console.warnings.line', { line })}
                </span>
              )}
            </p>
            {about !== '' && (
              <p className="font-mono text-small text-text-soft wrap-anywhere">{legible(about)}</p>
            )}
          </li>
        ))}
        {moreWarnings > 0 && <li>{t('console.warnings.more', { count: moreWarnings })}</li>}
      </ul>
    </Dialog>
  );
}
