import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { ConfirmDialog, useToasts } from '../../../ui/index.ts';

interface RemoveSystemDialogProps {
  readonly systemId: string;
  readonly onClose: () => void;
}

/** Confirms the removal of a system with its data. */
export default function RemoveSystemDialog({ systemId, onClose }: RemoveSystemDialogProps) {
  const t = useT();
  const { client, route } = useStores();
  const toasts = useToasts();
  const systems = useFollowed((stores) => stores.systems).value?.systems ?? [];
  const system = systems.find(({ id }) => id === systemId);
  if (!system) return null;
  return (
    <ConfirmDialog
      open
      danger
      title={t('start.remove.title', { name: system.name })}
      confirmLabel={t('start.remove.confirm')}
      onConfirm={async () => {
        await client.call('systems.remove', { id: systemId });
        route.go({ screen: 'machines' });
        toasts.show({ text: t('start.remove.done', { name: system.name }) });
      }}
      onClose={onClose}
    >
      {t('start.remove.text')}
    </ConfirmDialog>
  );
}
