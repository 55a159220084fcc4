import { useState } from 'react';
import { type BackupPart, backupParts } from '../../../../preload/contract/settings/backups.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useRoute, useStores } from '../../../kit/index.ts';
import { download } from '../../../kit/saveFile.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, ErrorBar, PasswordField } from '../../../ui/index.ts';
import { BackupParts } from './BackupParts.tsx';
import { DailyBackups } from './DailyBackups.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';

/** As in the contract. */
const shortest = 8;

/** Saves all data, or parts of it, in one file under a passphrase, and restores it. */
export function BackupSettings() {
  const t = useT();
  const format = useFormat();
  const { client, route } = useStores();
  const place = useRoute();
  const backup = place.screen === 'settings' ? place.part : undefined;
  const { busy, problem, attempt, forget: dismiss } = useProblem();
  const [passphrase, setPassphrase] = useState('');
  const [parts, setParts] = useState<readonly BackupPart[]>(backupParts);
  const [made, setMade] = useState(false);
  const [restoring, setRestoring] = useState(false);
  const { value } = useResource('backups', undefined);
  const usable = passphrase.length >= shortest;

  const make = async () => {
    setMade(false);
    const wanted = { passphrase, parts: [...parts] };
    const saved = await attempt(() => client.call('backups.make', wanted));
    if (saved === null || saved.value.kind === 'cancelled') return;
    if (saved.value.kind === 'download') download(saved.value);
    setPassphrase('');
    setMade(true);
  };
  const end = () => {
    setRestoring(false);
    if (backup !== undefined) route.replace({ screen: 'settings' });
  };

  return (
    <>
      {problem && <ErrorBar error={problem} className="w-full" onDismiss={dismiss} />}
      <p className="phrases text-text-soft">{t('settings.backup.text')}</p>
      <PasswordField
        label={t('settings.backup.passphrase')}
        value={passphrase}
        autoComplete="new-password"
        onValueChange={setPassphrase}
      />
      <BackupParts label={t('settings.backup.which')} chosen={parts} onChange={setParts} />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} disabled={!usable || parts.length === 0} onClick={() => void make()}>
          {t('settings.backup.make')}
        </Button>
        <Button busy={busy} onClick={() => setRestoring(true)}>
          {t('settings.backup.restore')}
        </Button>
      </div>
      {(restoring || backup !== undefined) && <RestoreDialog onEnd={end} />}
      <p role="status" className="phrases empty:hidden">
        {value?.restores ? t('settings.backup.laid') : made && t('settings.backup.made')}
      </p>
      {value?.restores && (
        <Button busy={busy} onClick={() => void attempt(() => client.call('backups.forget'))}>
          {t('settings.backup.forget')}
        </Button>
      )}
      {value?.replaced && !value.restores && (
        <>
          <p className="phrases wrap-anywhere">
            {t('settings.backup.replaced', {
              time: format.dateTime(Date.parse(value.replaced.at)),
              path: value.replaced.path,
            })}
          </p>
          <Button busy={busy} onClick={() => void attempt(() => client.call('backups.putBack'))}>
            {t('settings.backup.putBack')}
          </Button>
        </>
      )}
      <DailyBackups passphrase={passphrase} usable={usable} onStarted={() => setPassphrase('')} />
    </>
  );
}
