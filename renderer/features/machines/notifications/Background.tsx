import { useEffect, useState } from 'react';
import { ignoring } from '../../../../common/ignoring.ts';
import type { BackgroundState } from '../../../../preload/contract/app.ts';
import type { Settings } from '../../../../preload/contract/settings/settings.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';

const asSet: BackgroundState = { login: 'as-set', hasTray: true };

/** State of background activity in the operating system, queried again when the user returns from its settings. */
function useBackgroundState(wanted: boolean): BackgroundState {
  const { client } = useStores();
  const [state, setState] = useState(asSet);
  useEffect(() => {
    if (!wanted) return;
    const ask = () =>
      void ignoring('the hint alone is missing', client.call('app.background').then(setState));
    ask();
    window.addEventListener('focus', ask);
    return () => window.removeEventListener('focus', ask);
  }, [client, wanted]);
  return state;
}

/** Background activity without a window, if the app has a window of its own, and the connections on which it polls. */
export function Background() {
  const t = useT();
  const { client, settings, info } = useStores();
  const current = useFollowed(() => settings).value;
  const host = useFollowed(() => info).value?.host;
  const { login, hasTray } = useBackgroundState(host === 'electron');
  if (!current) return null;
  const change = (part: Partial<Settings>) =>
    void settings.carryOut(() => client.call('settings.update', part));
  return (
    <>
      {'connection' in navigator && (
        <Switch
          label={t('notices.metered')}
          checked={current.checkOnMetered !== false}
          onCheckedChange={(checkOnMetered) => change({ checkOnMetered })}
        />
      )}
      {host === 'electron' && (
        <>
          <Switch
            label={t('notices.keepChecking')}
            hint={t(hasTray ? 'notices.keepCheckingHint' : 'notices.keepCheckingNoTray')}
            checked={current.keepChecking === true}
            onCheckedChange={(keepChecking) => change({ keepChecking })}
          />
          <Switch
            label={t('notices.startAtLogin')}
            {...(current.startAtLogin === true &&
              login !== 'as-set' && { hint: t(`notices.loginStates.${login}`) })}
            checked={current.startAtLogin === true}
            onCheckedChange={(startAtLogin) => change({ startAtLogin })}
          />
        </>
      )}
    </>
  );
}
