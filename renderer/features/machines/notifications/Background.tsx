import { useEffect, useState } from 'react';
import { ignoring } from '../../../../common/ignoring.ts';
import type { LoginState } from '../../../../preload/contract/app.ts';
import type { Settings } from '../../../../preload/contract/settings/settings.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';

/** State of the start at login in the operating system, queried again when the user returns from its settings. */
function useLoginState(wanted: boolean): LoginState {
  const { client } = useStores();
  const [state, setState] = useState<LoginState>('as-set');
  useEffect(() => {
    if (!wanted) {
      setState('as-set');
      return;
    }
    const ask = () =>
      void ignoring(
        'the hint alone is missing',
        client.call('app.loginState').then((answer) => setState(answer.state)),
      );
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
  const login = useLoginState(host === 'electron' && current?.startAtLogin === true);
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
            hint={t('notices.keepCheckingHint')}
            checked={current.keepChecking === true}
            onCheckedChange={(keepChecking) => change({ keepChecking })}
          />
          <Switch
            label={t('notices.startAtLogin')}
            {...(login !== 'as-set' && { hint: t(`notices.loginStates.${login}`) })}
            checked={current.startAtLogin === true}
            onCheckedChange={(startAtLogin) => change({ startAtLogin })}
          />
        </>
      )}
    </>
  );
}
