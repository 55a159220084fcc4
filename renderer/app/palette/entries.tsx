import {
  Keyboard,
  MessageSquare,
  MonitorCog,
  Pencil,
  Plus,
  RefreshCw,
  Server,
  SquareTerminal,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { screenIcons } from '../../frame/screenIcons.ts';
import { useT } from '../../i18n/index.ts';
import {
  type Intent,
  placeOf,
  screens,
  toggleSidebar,
  useFollowed,
  useStores,
} from '../../stores/index.ts';
import { StateMark } from '../../ui/index.ts';
import { screenKeys } from '../shortcuts.ts';

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly keys?: string;
  readonly mark: ReactNode;
  readonly run: () => void;
}

interface Group {
  readonly heading: string;
  readonly entries: readonly Entry[];
}

const size = 14;

/** What the palette offers, in groups; groups that are empty are left out. */
export function usePaletteEntries(): readonly Group[] {
  const t = useT();
  const groups: Group[] = [
    { heading: t('frame.palette.screens'), entries: useScreens() },
    { heading: t('frame.palette.actions'), entries: useActions() },
    { heading: t('frame.screens.machines'), entries: useMachines() },
    { heading: t('frame.palette.conversations'), entries: useConversations() },
    { heading: t('frame.screens.clients'), entries: useClients() },
    { heading: t('frame.palette.systems'), entries: useSystems() },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function useScreens(): Entry[] {
  const t = useT();
  const { route } = useStores();
  return screens.map((screen) => {
    const Icon = screenIcons[screen];
    return {
      id: `screen:${screen}`,
      label: t(`frame.screens.${screen}`),
      keys: `mod+${screenKeys[screen]}`,
      mark: <Icon size={size} />,
      run: () => route.go(placeOf(screen)),
    };
  });
}

function useActions(): Entry[] {
  const t = useT();
  const stores = useStores();
  const { client, route, intents, overlay, machines, systems } = stores;
  const selected = useFollowed((stores) => stores.systems).value?.selectedId ?? null;
  const begin = (screen: 'chat' | 'clients' | 'certificates', pending: Intent) => () => {
    route.go(placeOf(screen));
    intents.setState({ pending });
  };
  const list: Entry[] = [
    {
      id: 'action:new-conversation',
      label: t('frame.palette.newConversation'),
      mark: <Plus size={size} />,
      run: begin('chat', 'new-conversation'),
    },
    {
      id: 'action:create-client',
      label: t('frame.palette.createClient'),
      mark: <Plus size={size} />,
      run: begin('clients', 'create-client'),
    },
    {
      id: 'action:import-certificate',
      label: t('frame.palette.importCertificate'),
      mark: <Plus size={size} />,
      run: begin('certificates', 'import-certificate'),
    },
    {
      id: 'action:add-system',
      label: t('frame.system.add'),
      mark: <Plus size={size} />,
      run: () => route.go({ screen: 'system', systemId: null }),
    },
    {
      id: 'action:sidebar',
      label: t('frame.shortcuts.sidebar'),
      keys: 'mod+b',
      mark: <MonitorCog size={size} />,
      run: () => toggleSidebar(stores),
    },
    {
      id: 'action:shortcuts',
      label: t('frame.shortcuts.title'),
      keys: '?',
      mark: <Keyboard size={size} />,
      run: () => overlay.setState({ open: { kind: 'shortcuts' } }),
    },
  ];
  if (selected === null) return list;
  const name = systems.getState().value?.systems.find(({ id }) => id === selected)?.name ?? '';
  return [
    {
      id: 'action:check-machines',
      label: t('frame.palette.checkMachines'),
      mark: <RefreshCw size={size} />,
      run: () => {
        route.go({ screen: 'machines' });
        void machines.carryOut(() => client.call('machines.refresh', { systemId: selected }));
      },
    },
    ...list,
    {
      id: 'action:edit-system',
      label: t('frame.system.edit', { name }),
      mark: <Pencil size={size} />,
      run: () => route.go({ screen: 'system', systemId: selected }),
    },
    {
      id: 'action:remove-system',
      label: t('frame.system.remove', { name }),
      mark: <Trash2 size={size} />,
      run: () => overlay.setState({ open: { kind: 'remove-system', systemId: selected } }),
    },
  ];
}

function useMachines(): Entry[] {
  const t = useT();
  const { route } = useStores();
  const state = useFollowed((stores) => stores.machines).value;
  return (state?.machines ?? []).map((machine) => ({
    id: `machine:${machine.name}`,
    label: machine.name,
    note: t(`common.state.${machine.state}`),
    mark: <StateMark state={machine.state} silent />,
    run: () => route.go({ screen: 'machines', machine: machine.name }),
  }));
}

function useConversations(): Entry[] {
  const t = useT();
  const { route } = useStores();
  const list = useFollowed((stores) => stores.conversations).value;
  return (list ?? []).slice(0, 200).map(({ id, title, model }) => ({
    id: `conversation:${id}`,
    label: title === '' ? t('frame.palette.untitled') : title,
    ...(model === null ? {} : { note: model }),
    mark: <MessageSquare size={size} />,
    run: () => route.go({ screen: 'chat', conversationId: id }),
  }));
}

function useClients(): Entry[] {
  const { route } = useStores();
  const state = useFollowed((stores) => stores.clients).value;
  return (state?.clients ?? []).map(({ id, clientId }) => ({
    id: `client:${id}`,
    label: clientId,
    mark: <SquareTerminal size={size} />,
    run: () => route.go({ screen: 'clients', clientId: id }),
  }));
}

function useSystems(): Entry[] {
  const { client, systems } = useStores();
  const state = useFollowed((stores) => stores.systems).value;
  return (state?.systems ?? [])
    .filter(({ id }) => id !== state?.selectedId)
    .map(({ id, name, webApiUrl }) => ({
      id: `system:${id}`,
      label: name,
      note: webApiUrl,
      mark: <Server size={size} />,
      run: () => void systems.carryOut(() => client.call('systems.select', { id })),
    }));
}
