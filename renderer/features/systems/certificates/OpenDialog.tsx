import type { Certificate } from '../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { ConfirmDialog, useToasts } from '../../../ui/index.ts';
import { ExportP12Dialog } from './export/ExportP12Dialog.tsx';
import { ExportPemDialog } from './export/ExportPemDialog.tsx';
import type { CertificateAction } from './facts/actions.ts';
import { RenameDialog } from './RenameDialog.tsx';

export interface CurrentAction {
  readonly kind: Exclude<CertificateAction, 'replace' | 'use'>;
  readonly certificate: Certificate;
}

/** The current action on a certificate. */
export function OpenDialog({
  kind,
  certificate,
  onClose,
}: CurrentAction & { readonly onClose: () => void }) {
  switch (kind) {
    case 'rename':
      return <RenameDialog certificate={certificate} onClose={onClose} />;
    case 'export-pem':
      return <ExportPemDialog certificate={certificate} onClose={onClose} />;
    case 'export-p12':
      return <ExportP12Dialog certificate={certificate} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog certificate={certificate} onClose={onClose} />;
  }
}

function DeleteDialog({
  certificate,
  onClose,
}: {
  readonly certificate: Certificate;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { client } = useStores();
  const toasts = useToasts();
  const systems = useFollowed((stores) => stores.systems).value?.systems ?? [];
  const users = systems.filter(({ id }) => certificate.usedBy.includes(id));
  return (
    <ConfirmDialog
      open
      danger
      title={t('certificates.delete.title', { name: certificate.name })}
      confirmLabel={t('certificates.delete.confirm')}
      onConfirm={async () => {
        await client.call('certificates.remove', { id: certificate.id });
        toasts.show({ text: t('certificates.delete.done', { name: certificate.name }) });
      }}
      onClose={onClose}
    >
      <p>{t('certificates.delete.text')}</p>
      {users.length > 0 && (
        <p className="mt-1 font-medium text-text">
          {t('certificates.delete.usedBy', {
            systems: users.map(({ name }) => name).join(t('certificates.separator')),
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}
