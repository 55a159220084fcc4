import type { i18n } from 'i18next';
import { useEffect, useState } from 'react';
import { FindOutWhy } from '../features/systems/doctor/index.ts';
import { Start } from '../features/systems/systems/index.ts';
import { TextsProvider, useT } from '../i18n/index.ts';
import { ConnectionBar } from '../kit/bars/ConnectionBar.tsx';
import { PolicyBar } from '../kit/bars/PolicyBar.tsx';
import { type Stores, StoresProvider, useFollowed, useRoute } from '../kit/index.ts';
import { screenOf } from '../kit/screens.ts';
import { ErrorBar } from '../ui/index.ts';
import { UiProvider } from '../ui/UiProvider.tsx';
import { Crash } from './Crash.tsx';
import { rememberedFrame, rememberFrame } from './firstFrame.ts';
import { Frame, Screen } from './frame/Frame.tsx';
import { FrameOutline } from './frame/FrameOutline.tsx';
import { Overlays } from './Overlays.tsx';
import { useActivity } from './useActivity.ts';
import { useFirstScreen } from './useFirstScreen.ts';
import { useOpenedFiles } from './useOpenedFiles.ts';
import { useRequests } from './useRequests.ts';
import { useSavedImages } from './useSavedImages.ts';
import { useStrayDrops } from './useStrayDrops.ts';
import { useWindowCommands } from './useWindowCommands.ts';

interface AppProps {
  readonly stores: Stores;
  readonly texts: i18n;
}

export function App({ stores, texts }: AppProps) {
  return (
    <TextsProvider i18n={texts}>
      <Crash>
        <UiProvider>
          <StoresProvider value={stores}>
            <FindOutWhy>
              <Window />
              <Overlays />
            </FindOutWhy>
          </StoresProvider>
        </UiProvider>
      </Crash>
    </TextsProvider>
  );
}

/** The first screen, shown until a system is set up. */
function Beginning() {
  const t = useT();
  const { screen } = useRoute();
  const { text, withoutSystem } = screenOf(screen);
  if (!withoutSystem) return <Start />;
  return (
    <main className="h-dvh" aria-label={t(text)}>
      <Screen />
    </main>
  );
}

// constant elements: they subscribe to their own data and are not drawn again with the window
const start = <Beginning />;
const frame = <Frame />;

/**
 * The first screen until a system is set up, then the frame with its screens. Until main has sent the systems, it shows
 * the last session's layout, inert.
 */
function Window() {
  const t = useT();
  const { value, problem } = useFollowed((stores) => stores.systems);
  const folded = useFollowed((stores) => stores.settings).value?.sidebarCollapsed;
  const [first] = useState(rememberedFrame);
  useFirstScreen();
  useWindowCommands();
  useRequests();
  useOpenedFiles();
  useStrayDrops();
  useSavedImages();
  useActivity();
  const empty = value === null ? first === 'start' : value.systems.length === 0;
  useEffect(() => {
    if (value === null || folded === undefined) return;
    rememberFrame(empty ? 'start' : folded ? 'folded' : 'frame');
  }, [value, empty, folded]);
  if (value === null && problem !== null) {
    return (
      <main className="mx-auto max-w-160 p-6" aria-label={t('common.appName')}>
        <ConnectionBar />
        <PolicyBar />
        <ErrorBar error={problem} onRetry={() => window.location.reload()} />
      </main>
    );
  }
  return (
    <div className="contents" inert={value === null}>
      {empty ? start : value === null ? <FrameOutline folded={first === 'folded'} /> : frame}
    </div>
  );
}
