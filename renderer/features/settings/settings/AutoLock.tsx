import { lockMinutes, type Settings } from '../../../../preload/contract/settings/settings.ts';
import { type Translate, useT } from '../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Select } from '../../../ui/index.ts';

type Minutes = (typeof lockMinutes)[number];

/** Settings of the vault's automatic lock. */
export function AutoLock() {
  const t = useT();
  const { client, settings } = useStores();
  const current = useFollowed(() => settings).value;
  const about = useFollowed((stores) => stores.info).value;
  // A browser reports no screen locks.
  const hearsLock = about?.host === 'electron';
  if (current === null) return null;
  const change = (part: Partial<Settings>) =>
    void settings.carryOut(() => client.call('settings.update', part));
  return (
    <div className="flex w-full flex-col items-start gap-3">
      <Select
        label={t('settings.vault.lockAfter')}
        value={String(current.lockAfter ?? 60)}
        options={lockMinutes.map((minutes) => ({
          value: String(minutes),
          label: nameOf(minutes, t),
        }))}
        onValueChange={(value) => {
          const chosen = lockMinutes.find((minutes) => String(minutes) === value);
          if (chosen !== undefined) change({ lockAfter: chosen });
        }}
      />
      <Switch
        label={t(hearsLock ? 'settings.vault.lockWithComputer' : 'settings.vault.lockWithSleep')}
        checked={current.lockWithComputer ?? true}
        onCheckedChange={(lockWithComputer) => change({ lockWithComputer })}
      />
      {hearsLock && about.platform.startsWith('linux') && (
        <p className="phrases text-small text-text-soft">{t('settings.vault.lockOnLinux')}</p>
      )}
      <p className="phrases text-small text-text-soft">{t('settings.vault.lockHint')}</p>
    </div>
  );
}

function nameOf(minutes: Minutes, t: Translate): string {
  if (minutes === 0) return t('settings.vault.never');
  if (minutes < 60) return t('settings.vault.afterMinutes', { count: minutes });
  return t('settings.vault.afterHours', { count: minutes / 60 });
}
