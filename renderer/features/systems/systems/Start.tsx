import { Languages } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import appIcon from '../../../../assets/icon-small.svg';
import { isOwnFile } from '../../../../preload/contract/systems/own-files.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { ConnectionBar } from '../../../kit/bars/ConnectionBar.tsx';
import { DamageBar, UnreadableRowsBar } from '../../../kit/bars/DataBars.tsx';
import { PolicyBar } from '../../../kit/bars/PolicyBar.tsx';
import { useRoute, useStores } from '../../../kit/index.ts';
import { firstScreen } from '../../../kit/screens.ts';
import { onDemand, Segmented, useDrop } from '../../../ui/index.ts';
import { Choices } from './Choices.tsx';
import type { Beginning } from './connect/useConnect.ts';

const Connect = onDemand(() => import('./connect/Connect.tsx'));

/** The first screen: leads to a system of the user's or to the demo. The whole window takes files. */
export function Start() {
  const t = useT();
  const { route, openedFiles } = useStores();
  const [beginning, setBeginning] = useState<Beginning>({});
  const [foreign, setForeign] = useState<string | null>(null);
  const connecting = useRoute().screen === 'systems';
  useEffect(() => {
    document.title = t('common.appName');
  }, [t]);
  const begin = useCallback(
    (next: Beginning) => {
      setBeginning(next);
      setForeign(null);
      route.go({ screen: 'systems' });
    },
    [route],
  );
  const { over, drop } = useDrop('Files', ({ files }, taken) => {
    if (taken) return;
    const all = [...files];
    openedFiles.add(all.filter(({ name }) => isOwnFile(name)));
    setForeign(all.find(({ name }) => !isOwnFile(name))?.name ?? null);
  });
  return (
    <main
      className="flex h-dvh flex-col overflow-y-auto"
      aria-label={t('common.appName')}
      {...(connecting ? {} : drop)}
    >
      <ConnectionBar />
      <PolicyBar detailed />
      <DamageBar />
      <UnreadableRowsBar />
      <header className="flex h-14 shrink-0 items-center gap-2 px-6">
        {connecting && (
          <>
            <img src={appIcon} alt="" width={20} height={20} />
            <span className="font-medium">{t('common.appName')}</span>
          </>
        )}
        <LanguageSwitch />
      </header>
      {connecting ? (
        <div className="px-6 pt-6">
          <Connect
            {...beginning}
            heading="h1"
            onCancel={() => {
              setBeginning({});
              route.replace({ screen: 'machines' });
            }}
            onSaved={(saved) => route.replace({ screen: firstScreen(saved) })}
          />
        </div>
      ) : (
        // same position as in index.html, which shows it before the app loads
        <div className="mx-auto w-full max-w-162 px-6 pt-[max(1rem,50dvh-16rem)] pb-6">
          <div className="mb-6 flex items-start gap-4">
            <img src={appIcon} alt="" width={48} height={48} />
            <div className="min-w-0 flex-1">
              <h1 className="text-title font-semibold">{t('common.appName')}</h1>
              <p className="phrases text-balance text-text-soft">{t('start.what')}</p>
            </div>
          </div>
          <Choices over={over} foreign={foreign} onBegin={begin} />
        </div>
      )}
    </main>
  );
}

function LanguageSwitch() {
  const t = useT();
  const { client, settings } = useStores();
  return (
    <div className="ml-auto flex items-center gap-2">
      <Languages size={15} aria-hidden className="text-text-faint" />
      <Segmented
        label={t('common.language.label')}
        labelHidden
        value={useLanguage()}
        options={[
          { value: 'en', label: t('common.language.en') },
          { value: 'ja', label: t('common.language.ja') },
        ]}
        onValueChange={(language) =>
          void settings.carryOut(() => client.call('settings.update', { language }))
        }
      />
    </div>
  );
}
