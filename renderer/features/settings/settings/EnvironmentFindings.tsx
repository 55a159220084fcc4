import type { EnvironmentFinding } from '../../../../preload/contract/settings/environment.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';

/** Environment variables that affect security: the effect of each, and the app's reaction. */
export function EnvironmentFindings({ found }: { readonly found: readonly EnvironmentFinding[] }) {
  const t = useT();
  const space = useLanguage() === 'ja' ? '' : ' ';
  return (
    <dl className="flex flex-col gap-3">
      {found.map(({ name, treatment }) => (
        <div key={name}>
          <dt className="font-mono text-mono">{name}</dt>
          <dd className="phrases mt-0.5 text-text-soft">
            {t(`settings.environment.does.${name}`)}
            {space}
            {t(`settings.environment.treatment.${treatment}`)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
