import { useT } from '../../../../i18n/index.ts';
import { NewPassphrase, useNewPassphrase } from '../../../../kit/NewPassphrase.tsx';

/** As the contract has it. */
export const shortest = 8;

export const useBackupPassphrase = () => useNewPassphrase(shortest);

/** The fields of a backup's new passphrase. */
export function BackupPassphrase({ of }: { readonly of: ReturnType<typeof useNewPassphrase> }) {
  const t = useT();
  return (
    <NewPassphrase
      of={of}
      label={t('settings.backup.passphrase')}
      hint={t('settings.backup.rule', { count: shortest })}
    />
  );
}
