import type { i18n } from 'i18next';
import { Frame } from '../frame/Frame.tsx';
import { TextsProvider, useT } from '../i18n/index.ts';
import { Start } from '../start/Start.tsx';
import { type Stores, StoresProvider, useFollowed } from '../stores/index.ts';
import { ErrorBar } from '../ui/index.ts';
import { UiProvider } from '../ui/UiProvider.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { Crash } from './Crash.tsx';
import { Overlays } from './Overlays.tsx';
import { useCommands } from './useCommands.ts';
import { useOpenedFiles } from './useOpenedFiles.ts';
import { useStrayDrops } from './useStrayDrops.ts';

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
            <Window />
            <Overlays />
          </StoresProvider>
        </UiProvider>
      </Crash>
    </TextsProvider>
  );
}

/** The first screen until a system is set up, then the frame with its screens. */
function Window() {
  const t = useT();
  const systems = useFollowed((stores) => stores.systems);
  useCommands();
  useOpenedFiles();
  useStrayDrops();
  if (systems.value) return systems.value.systems.length === 0 ? <Start /> : <Frame />;
  return (
    <main className="mx-auto max-w-160 p-6" aria-label={t('common.appName')}>
      <ConnectionBar />
      {systems.problem && (
        <ErrorBar error={systems.problem} onRetry={() => window.location.reload()} />
      )}
    </main>
  );
}
