import { useState } from 'react';
import { type BackupPart, backupParts } from '../../../../../preload/contract/settings/backups.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { download } from '../../../../kit/saveFile.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { ErrorBar, ReasonedButton, TitledCard } from '../../../../ui/index.ts';
import { BackupParts } from './BackupParts.tsx';
import { BackupPassphrase, useBackupPassphrase } from './BackupPassphrase.tsx';

/** Saves everything, or some parts, to one file under a passphrase. */
export function SaveBackup() {
  const t = useT();
  const { client } = useStores();
  const { busy, problem, attempt, forget: dismiss } = useProblem();
  const secret = useBackupPassphrase();
  const [parts, setParts] = useState<readonly BackupPart[]>(backupParts);
  const [isSaved, setSaved] = useState(false);
  const reason = parts.length === 0 ? t('settings.backup.nothing') : secret.reason;

  const save = async () => {
    setSaved(false);
    const wanted = { passphrase: secret.passphrase, parts: [...parts] };
    const saved = await attempt(() => client.call('backups.make', wanted));
    if (saved === null || saved.value.kind === 'cancelled') return;
    if (saved.value.kind === 'download') download(saved.value);
    secret.clear();
    setSaved(true);
  };
  return (
    <TitledCard title={t('settings.backup.save')}>
      {problem && <ErrorBar error={problem} className="w-full" onDismiss={dismiss} />}
      <BackupParts label={t('settings.backup.which')} chosen={parts} onChange={setParts} />
      <BackupPassphrase of={secret} />
      <ReasonedButton
        busy={busy}
        reason={reason}
        onBlocked={secret.check}
        onClick={() => void save()}
      >
        {t('settings.backup.make')}
      </ReasonedButton>
      <p role="status" className="phrases empty:hidden">
        {isSaved && t('settings.backup.made')}
      </p>
    </TitledCard>
  );
}
