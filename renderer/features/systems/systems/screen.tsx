import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useFollowed, useRoute, useStores } from '../../../kit/index.ts';
import { firstScreen, home } from '../../../kit/screens.ts';
import { useSystemArrival } from '../../../kit/useArrival.ts';
import { Button, EmptyState, ScreenTitle, useToasts } from '../../../ui/index.ts';
import { ConnectionSection } from './ConnectionSection.tsx';
import Connect from './connect/Connect.tsx';
import { WaitingFile } from './SystemFileContents.tsx';
import SystemForm from './SystemForm.tsx';

/** Adds a system, or edits an existing one: each with a form of its own. */
export default function SystemsScreen() {
  const place = useRoute();
  const systemId = place.screen === 'systems' ? (place.systemId ?? null) : null;
  return (
    <LateTexts>
      <SystemScreen key={systemId} systemId={systemId} />
    </LateTexts>
  );
}

function SystemScreen({ systemId }: { readonly systemId: string | null }) {
  const t = useT();
  const { route } = useStores();
  const toasts = useToasts();
  const waiting = useSystemArrival()?.files[0]?.name ?? null;
  const systems = useFollowed((stores) => stores.systems).value?.systems ?? [];
  const system = systems.find(({ id }) => id === systemId) ?? null;
  const leave = () => route.go({ screen: system ? firstScreen(system) : home });

  const saved = (next: System) => {
    toasts.show({ text: t(system ? 'connect.edit.done' : 'connect.added', { name: next.name }) });
    route.go({ screen: firstScreen(next) });
  };
  if (systemId !== null && system === null) {
    return (
      <EmptyState
        title={t('connect.gone.title')}
        action={<Button onClick={leave}>{t('connect.gone.action')}</Button>}
      >
        {t('connect.gone.text')}
      </EmptyState>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <ScreenTitle
        title={system ? t('connect.edit.title', { name: system.name }) : t('connect.title')}
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6">
        {system ? (
          <div className="max-w-150">
            <WaitingFile name={waiting} />
            <SystemForm system={system} onCancel={leave} onSaved={saved} />
            {system.kind === 'real' && <ConnectionSection systemId={system.id} />}
          </div>
        ) : (
          <Connect heading="h2" onCancel={leave} onSaved={saved} />
        )}
      </div>
    </div>
  );
}
