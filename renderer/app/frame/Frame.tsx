import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useT } from '../../i18n/index.ts';
import { ConnectionBar } from '../../kit/bars/ConnectionBar.tsx';
import { BackupBar, DamageBar, UnreadableRowsBar } from '../../kit/bars/DataBars.tsx';
import { KeyringBar } from '../../kit/bars/KeyringBar.tsx';
import { PolicyBar } from '../../kit/bars/PolicyBar.tsx';
import { countNotUp, useFollowed, useRoute, useStores, useSystem } from '../../kit/index.ts';
import { screenOf } from '../../kit/screens.ts';
import { ErrorBar } from '../../ui/index.ts';
import { Crash } from '../Crash.tsx';
import { Sidebar } from './Sidebar.tsx';
import { viewOf } from './screenViews.ts';

/** The current screen. The parts of a system are mounted again when another one is selected. */
export function Screen() {
  const { screen } = useRoute();
  const systemId = useSystem()?.id;
  const View = viewOf(screen);
  return <View key={screenOf(screen).ofSystem ? systemId : undefined} />;
}

/** Errors that concern no particular screen: a system or setting that could not be changed. */
function FrameTrouble() {
  const { systems, settings, window } = useStores();
  const troubles = [
    {
      of: 'systems',
      problem: useFollowed(() => systems).problem,
      forget: () => systems.setState({ problem: null }),
    },
    {
      of: 'settings',
      problem: useFollowed(() => settings).problem,
      forget: () => settings.setState({ problem: null }),
    },
    { of: 'window', problem: useStore(window).problem, forget: window.forget },
  ];
  return troubles.map(
    ({ of, problem, forget }) =>
      problem && <ErrorBar key={of} error={problem} className="m-3 mb-0" onDismiss={forget} />,
  );
}

/** The window's title: the screen, preceded by the number of machines that are not up. */
function Title() {
  const t = useT();
  const name = t(screenOf(useRoute().screen).text);
  const down = countNotUp(useFollowed((stores) => stores.machines).value);
  useEffect(() => {
    const count = down === 0 ? '' : `(${down}) `;
    document.title = `${count}${name} – ${t('common.appName')}`;
  }, [down, name, t]);
  return null;
}

/** Sidebar and screen. */
export function Frame() {
  const t = useT();
  const { screen } = useRoute();
  const place = useRef<HTMLElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    // move the focus to the new screen, unless it has set its own
    if (!place.current?.contains(document.activeElement)) place.current?.focus();
  }, [screen]);

  return (
    <div className="flex h-dvh overflow-hidden">
      <Title />
      <Sidebar />
      <main
        ref={place}
        tabIndex={-1}
        aria-label={t(screenOf(screen).text)}
        className="relative flex min-w-0 flex-1 flex-col overflow-hidden outline-0"
      >
        <ConnectionBar />
        <PolicyBar />
        <KeyringBar />
        <DamageBar />
        <UnreadableRowsBar />
        <BackupBar />
        <FrameTrouble />
        <div className="min-h-0 flex-1">
          <Crash key={screen}>
            <Screen />
          </Crash>
        </div>
      </main>
    </div>
  );
}
