import { plainName } from '../../../../common/texts/plain-name.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { Bar, Facts, Mono } from '../../../ui/index.ts';
import type { GivenSystem } from './useSystemFile.ts';

/**
 * Contents of an operator's file that the form does not show: its texts, the portal's pages, Web API authentication.
 */
export function GivenNotice({ given }: { readonly given: GivenSystem }) {
  const t = useT();
  const language = useLanguage();
  const { fileName, proposal } = given;
  const { texts, portal, route } = proposal;
  const text = (language === 'ja' ? texts.ja : texts.en) ?? texts.en ?? texts.ja;
  const facts = [
    ...(portal.keysUrl === null
      ? []
      : [{ label: t('keys.portalKeys'), value: <Mono>{portal.keysUrl}</Mono> }]),
    ...(portal.usageUrl === null
      ? []
      : [{ label: t('keys.portalUsage'), value: <Mono>{portal.usageUrl}</Mono> }]),
    ...(route === null
      ? []
      : [{ label: t('session.route.label'), value: t(`session.route.${route}`) }]),
  ];
  return (
    <section className="mb-5 space-y-3" aria-label={fileName}>
      <Bar tone="note">{t('start.file.filled', { name: plainName(fileName) })}</Bar>
      {text !== null && text.trim() !== '' && (
        <p className="border-line-strong border-l-2 pl-3 whitespace-pre-line wrap-anywhere text-body">
          {text.trim()}
        </p>
      )}
      {facts.length > 0 && <Facts items={facts} />}
    </section>
  );
}

/** Says that an opened or dropped file waits until the open form is saved or closed. */
export function FileWaits({ name }: { readonly name: string | null }) {
  const t = useT();
  if (name === null) return null;
  return (
    <div className="mb-3" role="status">
      <Bar tone="note">{t('start.fileWaits', { name })}</Bar>
    </div>
  );
}
