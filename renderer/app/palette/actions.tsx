import {
  ExternalLink,
  Keyboard,
  Languages,
  MonitorCog,
  Pencil,
  Plus,
  RefreshCw,
  Settings2,
  ShieldCheck,
  SunMoon,
  Trash2,
} from 'lucide-react';
import { languages } from '../../../preload/contract/language.ts';
import { type Settings, themes } from '../../../preload/contract/settings.ts';
import { useWebInterface } from '../../features/clients/index.ts';
import { useT } from '../../i18n/index.ts';
import { type Intent, placeOf, toggleSidebar, useFollowed, useStores } from '../../kit/index.ts';
import { type Entry, markSize } from './entry.ts';

/** What can be done from anywhere, and what a screen begins. */
export function useActions(): Entry[] {
  const t = useT();
  const stores = useStores();
  const { client, route, intents, overlay, machines, systems } = stores;
  const settings = useFollowed((stores) => stores.settings).value;
  const clients = useFollowed((stores) => stores.clients).value;
  const openWebInterface = useWebInterface(clients?.settings.webInterfaceUrl ?? null);
  const selected = useFollowed((stores) => stores.systems).value?.selectedId ?? null;
  const begin = (screen: 'clients' | 'certificates', pending: Intent) => () => {
    route.go(placeOf(screen));
    intents.setState({ pending });
  };
  const change = (part: Partial<Settings>) =>
    void stores.settings.carryOut(() => client.call('settings.update', part));
  const list: Entry[] = [
    {
      id: 'action:create-client',
      label: t('frame.palette.createClient'),
      mark: <Plus size={markSize} />,
      run: begin('clients', 'create-client'),
    },
    {
      id: 'action:import-certificate',
      label: t('frame.palette.importCertificate'),
      mark: <Plus size={markSize} />,
      run: begin('certificates', 'import-certificate'),
    },
    {
      id: 'action:add-system',
      label: t('frame.system.add'),
      mark: <Plus size={markSize} />,
      run: () => route.go({ screen: 'system', systemId: null }),
    },
    {
      id: 'action:sidebar',
      label: t('frame.shortcuts.sidebar'),
      keys: 'mod+b',
      mark: <MonitorCog size={markSize} />,
      run: () => toggleSidebar(stores),
    },
    ...themes
      .filter((theme) => theme !== settings?.theme)
      .map((theme) => ({
        id: `action:theme-${theme}`,
        label: t(`settings.theme.${theme}`),
        note: t('settings.theme.label'),
        mark: <SunMoon size={markSize} />,
        run: () => change({ theme }),
      })),
    ...(['system', ...languages] as const)
      .filter((language) => language !== settings?.language)
      .map((language) => ({
        id: `action:language-${language}`,
        label:
          language === 'system' ? t('settings.language.system') : t(`common.language.${language}`),
        note: t('settings.language.label'),
        mark: <Languages size={markSize} />,
        run: () => change({ language }),
      })),
    {
      id: 'action:shortcuts',
      label: t('frame.shortcuts.title'),
      keys: '?',
      mark: <Keyboard size={markSize} />,
      run: () => overlay.setState({ open: { kind: 'shortcuts' } }),
    },
  ];
  if (selected === null) return list;
  const name = systems.getState().value?.systems.find(({ id }) => id === selected)?.name ?? '';
  return [
    {
      id: 'action:check-machines',
      label: t('frame.palette.checkMachines'),
      mark: <RefreshCw size={markSize} />,
      run: () => {
        route.go({ screen: 'machines' });
        void machines.carryOut(() => client.call('machines.refresh', { systemId: selected }));
      },
    },
    {
      id: 'action:session',
      label: t('session.title'),
      mark: <ShieldCheck size={markSize} />,
      run: () => overlay.setState({ open: { kind: 'session' } }),
    },
    ...list,
    {
      id: 'action:client-places',
      label: t('clients.places.action'),
      mark: <Settings2 size={markSize} />,
      run: begin('clients', 'client-places'),
    },
    ...(openWebInterface === null
      ? []
      : [
          {
            id: 'action:client-web-interface',
            label: t('clients.webInterface.open'),
            note: t('frame.screens.clients'),
            mark: <ExternalLink size={markSize} />,
            run: openWebInterface,
          },
        ]),
    {
      id: 'action:edit-system',
      label: t('frame.system.edit', { name }),
      mark: <Pencil size={markSize} />,
      run: () => route.go({ screen: 'system', systemId: selected }),
    },
    {
      id: 'action:remove-system',
      label: t('frame.system.remove', { name }),
      mark: <Trash2 size={markSize} />,
      run: () => overlay.setState({ open: { kind: 'remove-system', systemId: selected } }),
    },
  ];
}
