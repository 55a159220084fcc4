import { Copy, Ellipsis, ExternalLink, RotateCw, Trash2 } from 'lucide-react';
import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { Button, IconButton, Menu } from '../../../ui/index.ts';

interface ClientActionsProps {
  readonly client: Client;
  readonly signsIn: boolean;
  readonly busy: boolean;
  readonly onDelete: () => void;
  readonly onDuplicate: () => void;
  readonly onRotate: () => void;
  readonly onSignInWith: () => void;
  readonly onEdit: () => void;
  readonly openWebInterface: (() => void) | null;
}

/** Actions on a client, below its facts. */
export function ClientActions(props: ClientActionsProps) {
  const { client, signsIn, busy, onDelete, onDuplicate, onRotate, onSignInWith, onEdit } = props;
  const { openWebInterface } = props;
  const { clientId } = client;
  const t = useT();
  return (
    <>
      <Menu
        align="end"
        side="top"
        trigger={<IconButton icon={Ellipsis} label={t('clients.moreOf', { clientId })} />}
        items={[
          {
            id: 'duplicate',
            label: t('clients.duplicate'),
            icon: Copy,
            onSelect: onDuplicate,
          },
          ...(client.canRotate
            ? [
                {
                  id: 'rotate',
                  label: t('clients.rotate.action'),
                  icon: RotateCw,
                  onSelect: onRotate,
                },
              ]
            : []),
          ...(openWebInterface
            ? [
                {
                  id: 'web-interface',
                  label: t('frame.shortcuts.webInterface'),
                  icon: ExternalLink,
                  onSelect: openWebInterface,
                },
              ]
            : []),
          ...(client.canChange
            ? ([
                'separator',
                {
                  id: 'delete',
                  label: t('clients.delete'),
                  icon: Trash2,
                  danger: true,
                  onSelect: onDelete,
                },
              ] as const)
            : []),
        ]}
      />
      {!signsIn && (
        <Button busy={busy} onClick={onSignInWith}>
          {t('clients.signInWith.action')}
        </Button>
      )}
      {client.canChange && <Button onClick={onEdit}>{t('clients.edit.action')}</Button>}
    </>
  );
}
