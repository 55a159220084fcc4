import type { Certificate } from '../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { NameDialog } from '../../../kit/NameDialog.tsx';

interface RenameDialogProps {
  readonly certificate: Certificate;
  readonly onClose: () => void;
}

/** Gives a certificate another name. */
export function RenameDialog({ certificate: { id, name }, onClose }: RenameDialogProps) {
  const t = useT();
  const client = useClient();
  return (
    <NameDialog
      title={t('certificates.rename.title')}
      label={t('certificates.name')}
      name={name}
      maxLength={100}
      missing={t('certificates.nameMissing')}
      onRename={(next) => client.call('certificates.rename', { id, name: next })}
      onClose={onClose}
    />
  );
}
