import { Download, Ellipsis, ExternalLink, RefreshCw, Settings2 } from 'lucide-react';
import type { ClientsState } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { download } from '../../../kit/saveFile.ts';
import type { Attempt } from '../../../kit/useProblem.ts';
import { IconButton, Menu, useToasts } from '../../../ui/index.ts';
import { useWebInterface } from './useWebInterface.ts';

interface ClientsMenuProps {
  readonly state: ClientsState;
  /** The clients to export: those shown. */
  readonly shownIds: readonly string[];
  readonly onPlaces: () => void;
  readonly attempt: Attempt;
}

/** Actions on the whole list. */
export function ClientsMenu({ state, shownIds, onPlaces, attempt }: ClientsMenuProps) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { systemId, settings } = state;
  const openWebInterface = useWebInterface(settings.webInterfaceUrl);

  const exportShown = async () => {
    const saved = await client.call('clients.export', { systemId, ids: [...shownIds] });
    if (saved.kind === 'download') download(saved);
    if (saved.kind !== 'cancelled') toasts.show({ text: t('clients.export.done') });
  };
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={t('clients.more')} />}
      items={[
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
        {
          id: 'places',
          label: t('frame.shortcuts.clientPlaces'),
          icon: Settings2,
          onSelect: onPlaces,
        },
        {
          id: 'refresh',
          label: t('clients.refresh'),
          icon: RefreshCw,
          onSelect: () => void attempt(() => client.call('clients.refresh', { systemId })),
        },
        {
          id: 'export',
          label: t('clients.export.action'),
          note: t('clients.export.note'),
          icon: Download,
          disabled: shownIds.length === 0,
          onSelect: () => void attempt(exportShown),
        },
      ]}
    />
  );
}
