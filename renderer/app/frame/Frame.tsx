import { lazy, Suspense, useEffect, useRef } from 'react';
import { MachinesScreen } from '../../features/machines/screen.tsx';
import { useT } from '../../i18n/index.ts';
import { ConnectionBar } from '../../kit/ConnectionBar.tsx';
import { useFollowed, useRoute, useStores, useSystem } from '../../kit/index.ts';
import { ErrorBar } from '../../ui/index.ts';
import { Crash } from '../Crash.tsx';
import { Sidebar } from './Sidebar.tsx';

const ChatScreen = lazy(() => import('../../features/chat/screen.tsx'));
const ClientsScreen = lazy(() => import('../../features/clients/screen.tsx'));
const CertificatesScreen = lazy(() => import('../../features/certificates/screen.tsx'));
const SettingsScreen = lazy(() => import('../../features/settings/screen.tsx'));
const SystemScreen = lazy(() => import('../../features/systems/screen.tsx'));

/** The present screen. What belongs to a system starts afresh when another one is selected. */
function Screen() {
  const route = useRoute();
  const systemId = useSystem()?.id;
  switch (route.screen) {
    case 'machines':
      return <MachinesScreen key={systemId} />;
    case 'chat':
      return <ChatScreen key={systemId} />;
    case 'clients':
      return <ClientsScreen key={systemId} />;
    case 'certificates':
      return <CertificatesScreen />;
    case 'settings':
      return <SettingsScreen />;
    case 'system':
      return <SystemScreen key={route.systemId} systemId={route.systemId} />;
  }
}

/** Troubles that concern no screen in particular: a system or setting that could not be changed. */
function FrameTrouble() {
  const { systems, settings } = useStores();
  const troubles = [
    {
      problem: useFollowed(() => systems).problem,
      forget: () => systems.setState({ problem: null }),
    },
    {
      problem: useFollowed(() => settings).problem,
      forget: () => settings.setState({ problem: null }),
    },
  ];
  return troubles.map(
    ({ problem, forget }) =>
      problem && (
        <ErrorBar key={problem.code} error={problem} className="m-3 mb-0" onDismiss={forget} />
      ),
  );
}

/** Sidebar and screen. */
export function Frame() {
  const t = useT();
  const { screen } = useRoute();
  const place = useRef<HTMLElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    document.title = `${t(`frame.screens.${screen}`)} – ${t('common.appName')}`;
    if (shown.current === screen) return;
    shown.current = screen;
    // the keyboard goes on in the new screen; one that puts its focus itself was first
    if (!place.current?.contains(document.activeElement)) place.current?.focus();
  }, [screen, t]);

  return (
    <div className="flex h-dvh overflow-hidden">
      <Sidebar />
      <main
        ref={place}
        tabIndex={-1}
        aria-label={t(`frame.screens.${screen}`)}
        className="relative flex min-w-0 flex-1 flex-col overflow-hidden outline-none"
      >
        <ConnectionBar />
        <FrameTrouble />
        <div className="min-h-0 flex-1">
          <Crash key={screen}>
            <Suspense fallback={null}>
              <Screen />
            </Suspense>
          </Crash>
        </div>
      </main>
    </div>
  );
}
