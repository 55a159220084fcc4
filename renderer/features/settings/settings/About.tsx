import { useT } from '../../../i18n/index.ts';
import { useFollowed } from '../../../kit/index.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Card, Facts, TitledCard } from '../../../ui/index.ts';
import { EnvironmentFindings } from './EnvironmentFindings.tsx';
import { Licences } from './Licences.tsx';
import { OperatorPolicy } from './OperatorPolicy.tsx';
import { Updates } from './Updates.tsx';

/** What this app is made of, and what this computer's administrators and environment decided for it. */
export function About() {
  const t = useT();
  const about = useFollowed(({ info }) => info).value;
  const updates = useResource('updates', undefined).value;
  if (about === null) return null;
  return (
    <>
      <Card className="flex flex-col items-start gap-4">
        <Facts
          items={[
            { label: t('settings.about.version'), value: about.version },
            { label: t('settings.about.host'), value: t(`settings.about.${about.host}`) },
            { label: t('settings.about.platform'), value: about.platform },
            ...Object.entries(about.runtime).map(([label, value]) => ({ label, value })),
          ]}
        />
        <Licences about={about} />
      </Card>
      {updates?.feed === null && !updates.locked && (
        <TitledCard title={t('settings.updates.title')} text={t('settings.updates.none')}>
          <Updates />
        </TitledCard>
      )}
      <OperatorPolicy />
      {about.environment.length > 0 && (
        <TitledCard title={t('settings.environment.title')} text={t('settings.environment.text')}>
          <EnvironmentFindings found={about.environment} />
        </TitledCard>
      )}
    </>
  );
}
