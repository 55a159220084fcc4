import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { ConnectionBar } from '../../../kit/bars/ConnectionBar.tsx';
import { DamageBar, UnreadBar } from '../../../kit/bars/DataBars.tsx';
import { PolicyBar } from '../../../kit/bars/PolicyBar.tsx';
import { useRoute, useStores } from '../../../kit/index.ts';
import { firstScreen } from '../../../kit/screens.ts';
import { Button, onDemand } from '../../../ui/index.ts';
import { type Beginning, Choices } from './Choices.tsx';

const NewSystem = onDemand(() => import('./NewSystem.tsx'));

/** The first screen: leads to a system of the user's or to the demo. */
export function Start() {
  const t = useT();
  const { route } = useStores();
  const [beginning, setBeginning] = useState<Beginning>({});
  const connecting = useRoute().screen === 'systems';
  useEffect(() => {
    document.title = t('common.appName');
  }, [t]);
  const begin = useCallback(
    (next: Beginning) => {
      setBeginning(next);
      route.go({ screen: 'systems' });
    },
    [route],
  );
  return (
    <main className="flex h-dvh flex-col overflow-y-auto" aria-label={t('common.appName')}>
      <ConnectionBar />
      <PolicyBar detailed />
      <DamageBar />
      <UnreadBar />
      {connecting ? (
        <div className="mx-auto w-full max-w-150 px-6 py-6">
          <Button
            variant="quiet"
            icon={ArrowLeft}
            className="mb-2 -ml-3"
            onClick={() => {
              setBeginning({});
              route.replace({ screen: 'machines' });
            }}
          >
            {t('start.back')}
          </Button>
          <h1 className="mb-4 text-title font-semibold">{t('start.connect.title')}</h1>
          <NewSystem
            {...beginning}
            onSaved={(saved) => route.replace({ screen: firstScreen(saved) })}
          />
        </div>
      ) : (
        <>
          {/* same position as in index.html, which shows it before the app loads */}
          <h1 className="pt-[max(2.5rem,50dvh-17rem)] text-center text-title font-semibold">
            {t('common.appName')}
          </h1>
          <div className="flex justify-center px-6 pt-5 pb-6">
            <Choices onBegin={begin} />
          </div>
        </>
      )}
    </main>
  );
}
