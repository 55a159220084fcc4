import type { Settings } from '../../../../preload/contract/settings/settings.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';

/** What goes on without a window, where the app has one of its own, and on which lines it asks. */
export function Background() {
  const t = useT();
  const { client, settings, info } = useStores();
  const current = useFollowed(() => settings).value;
  const host = useFollowed(() => info).value?.host;
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
            checked={current.startAtLogin === true}
            onCheckedChange={(startAtLogin) => change({ startAtLogin })}
          />
        </>
      )}
    </>
  );
}
