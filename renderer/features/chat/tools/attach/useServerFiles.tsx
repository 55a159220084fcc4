import { Server } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Basket, MoreToAttach } from '../../../../attachments/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { useSystem } from '../../../../kit/index.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { onDemand } from '../../../../ui/index.ts';
import { readableServers } from './readableServers.ts';

const FromServerDialog = onDemand(() => import('./FromServerDialog.tsx'));

/** Lets the user attach what the tool servers of this system have; nothing without servers. */
export function useServerFiles(basket: Basket): {
  readonly more: MoreToAttach;
  readonly dialog: ReactNode;
} {
  const t = useT();
  const systemId = useSystem()?.id ?? null;
  // most users have no servers: they are asked for as the menu is about to open
  const [near, setNear] = useState(false);
  const [open, setOpen] = useState(false);
  const { value } = useResource('toolServers', near ? undefined : null);
  const servers = readableServers(value ?? [], systemId);
  const item = {
    id: 'server',
    label: t('attachments.menu.server'),
    note: t('attachments.menu.serverNote'),
    icon: Server,
    onSelect: () => setOpen(true),
  };
  return {
    more: { items: servers.length > 0 ? [item] : [], onNear: () => setNear(true) },
    dialog: open && <FromServerDialog basket={basket} onClose={() => setOpen(false)} />,
  };
}
