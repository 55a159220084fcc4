import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { NoService } from '../../../kit/bars/NoService.tsx';
import { useFollowed, useSystem } from '../../../kit/index.ts';
import { isAbsent } from '../../../kit/screens.ts';
import { EmptyState, ScreenTitle } from '../../../ui/index.ts';
import { Console } from './Console.tsx';

/** Calls any operation of an API that has a description. */
export default function ConsoleScreen() {
  return (
    <LateTexts>
      <Screen />
    </LateTexts>
  );
}

function Screen() {
  const t = useT();
  const system = useSystem();
  const policy = useFollowed((stores) => stores.policy).value;
  if (system === null || policy === null) return null;
  if (!isAbsent('console', system, policy)) return <Console key={system.id} system={system} />;
  return (
    <div className="flex h-full flex-col">
      <ScreenTitle title={t('frame.screens.console')} />
      {system.webApiUrl === '' ? (
        <NoService systemId={system.id} service="webApi" />
      ) : (
        <EmptyState title={t('policy.locks.noApiConsole')}>{t('console.locked')}</EmptyState>
      )}
    </div>
  );
}
