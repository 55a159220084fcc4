import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useRoute, useStores } from '../../../kit/index.ts';
import { firstScreen, home } from '../../../kit/screens.ts';
import { useSystemArrival } from '../../../kit/useArrival.ts';
import { Button, EmptyState, ScreenTitle, useToasts } from '../../../ui/index.ts';
import { ConnectionSection } from './ConnectionSection.tsx';
import { FileWaits } from './GivenNotice.tsx';
import NewSystem from './NewSystem.tsx';
import SystemForm from './SystemForm.tsx';

/** Adds a system, or edits an existing one: each with a form of its own. */
export default function SystemsScreen() {
  const place = useRoute();
  const systemId = place.screen === 'systems' ? (place.systemId ?? null) : null;
  return <SystemScreen key={systemId} systemId={systemId} />;
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
    toasts.show({ text: t(system ? 'start.edit.done' : 'start.added', { name: next.name }) });
    route.go({ screen: firstScreen(next) });
  };
  if (systemId !== null && system === null) {
    return (
      <EmptyState
        title={t('start.gone.title')}
        action={<Button onClick={leave}>{t('start.gone.action')}</Button>}
      >
        {t('start.gone.text')}
      </EmptyState>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <ScreenTitle
        title={system ? t('start.edit.title', { name: system.name }) : t('start.connect.title')}
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6">
        <div className="max-w-150">
          {system ? (
            <>
              <FileWaits name={waiting} />
              <SystemForm system={system} onCancel={leave} onSaved={saved} />
              {system.kind === 'real' && <ConnectionSection systemId={system.id} />}
            </>
          ) : (
            <NewSystem onCancel={leave} onSaved={saved} />
          )}
        </div>
      </div>
    </div>
  );
}
