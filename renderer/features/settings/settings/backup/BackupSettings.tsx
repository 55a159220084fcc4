import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useRoute, useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { Button, ErrorBar, TitledCard } from '../../../../ui/index.ts';
import { DailyBackups } from './DailyBackups.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { SaveBackup } from './SaveBackup.tsx';

/** Saving a backup, daily backups, and restoring one. */
export function BackupSettings() {
  return (
    <>
      <SaveBackup />
      <DailyBackups />
      <RestoreBackup />
    </>
  );
}

function RestoreBackup() {
  const t = useT();
  const format = useFormat();
  const { client, route } = useStores();
  const place = useRoute();
  const isLinkedTo = place.screen === 'settings' && place.part === 'restore';
  const { busy, problem, attempt, forget: dismiss } = useProblem();
  const [restoring, setRestoring] = useState(false);
  const { value } = useResource('backups', undefined);
  const end = () => {
    setRestoring(false);
    if (isLinkedTo) route.replace({ screen: 'settings', part: 'backup' });
  };
  const replaced = value?.restores ? null : (value?.replaced ?? null);
  return (
    <>
      <TitledCard
        title={t('settings.backup.restoring.title')}
        text={t('settings.backup.restoring.hint')}
        action={<Button onClick={() => setRestoring(true)}>{t('settings.backup.restore')}</Button>}
      >
        {problem || value?.restores || replaced ? (
          <>
            {problem && <ErrorBar error={problem} className="w-full" onDismiss={dismiss} />}
            <p role="status" className="phrases empty:hidden">
              {value?.restores && t('settings.backup.laid')}
            </p>
            {value?.restores && (
              <Button busy={busy} onClick={() => void attempt(() => client.call('backups.forget'))}>
                {t('settings.backup.forget')}
              </Button>
            )}
            {replaced && (
              <>
                <p className="phrases wrap-anywhere">
                  {t('settings.backup.replaced', {
                    time: format.dateTime(Date.parse(replaced.at)),
                    path: replaced.path,
                  })}
                </p>
                <Button
                  busy={busy}
                  onClick={() => void attempt(() => client.call('backups.putBack'))}
                >
                  {t('settings.backup.putBack')}
                </Button>
              </>
            )}
          </>
        ) : null}
      </TitledCard>
      {(restoring || isLinkedTo) && <RestoreDialog onEnd={end} />}
    </>
  );
}
