import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useFollowed } from '../../../kit/index.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Card, Facts, FoldButton, TitledCard } from '../../../ui/index.ts';
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
      <OperatorPolicy />
      {about.environment.length > 0 && (
        <TitledCard title={t('settings.environment.title')} text={t('settings.environment.text')}>
          <EnvironmentFindings found={about.environment} />
        </TitledCard>
      )}
      {updates?.feed === null && !updates.locked && <UpdateFolder />}
    </>
  );
}

/** The field for an update folder, which few users have: folded until it is wanted. */
function UpdateFolder() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <FoldButton open={open} onFold={setOpen}>
        {t('settings.updates.setUp')}
      </FoldButton>
      {open && (
        <TitledCard title={t('settings.updates.title')} text={t('settings.updates.none')}>
          <Updates />
        </TitledCard>
      )}
    </div>
  );
}
