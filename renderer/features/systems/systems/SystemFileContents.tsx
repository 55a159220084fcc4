import type { ComputeApiChoice } from '../../../../preload/contract/work/compute-api.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { Bar, Facts, Mono } from '../../../ui/index.ts';
import type { OpenedSystemFile } from './useSystemFile.ts';

/** Whether the file has contents that the form does not show. */
export function hasHiddenContents({
  proposal: { texts, portal, route, computeApi },
}: OpenedSystemFile): boolean {
  const isSaid = [texts.en, texts.ja].some((text) => text !== null && text.trim() !== '');
  const isSet = [portal.keysUrl, portal.usageUrl, route, computeApi].some((one) => one != null);
  return isSaid || isSet;
}

/**
 * Contents of an operator's file that the form does not show: its texts, the portal's pages, Web API authentication,
 * and where jobs and files come from.
 */
export function SystemFileContents({ given }: { readonly given: OpenedSystemFile }) {
  const t = useT();
  const language = useLanguage();
  const { texts, portal, route, computeApi } = given.proposal;
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
    ...(computeApi == null
      ? []
      : [
          {
            label: t('connect.computeApi.label'),
            value: (
              <>
                {t(`connect.computeApi.${computeApi.family}`)} <Mono>{placeOf(computeApi)}</Mono>
              </>
            ),
          },
        ]),
  ];
  return (
    <div className="space-y-3">
      {text !== null && text.trim() !== '' && (
        <p className="border-line-strong border-l-2 pl-3 whitespace-pre-line wrap-anywhere text-body">
          {text.trim()}
        </p>
      )}
      {facts.length > 0 && <Facts items={facts} />}
    </div>
  );
}

/** Another place than the system's own addresses that a compute API leads to; empty: none. */
function placeOf(choice: ComputeApiChoice): string {
  if (choice.family === 'slurm-ssh') {
    return choice.user === undefined ? choice.host : `${choice.user}@${choice.host}`;
  }
  return choice.family === 'firecrest' ? (choice.storage ?? '') : '';
}

/** Says that an opened or dropped file waits until the open form is saved or closed. */
export function WaitingFile({ name }: { readonly name: string | null }) {
  const t = useT();
  if (name === null) return null;
  return (
    <div className="mb-3" role="status">
      <Bar tone="note">{t('start.fileWaits', { name })}</Bar>
    </div>
  );
}
