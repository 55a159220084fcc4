import type { Settings } from '../../../../preload/contract/settings/settings.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';

/** The user's settings, null until main has answered, and the call that changes some of them. */
export function useSettings() {
  const { client, settings } = useStores();
  const current = useFollowed(() => settings).value;
  const change = (part: Partial<Settings>) =>
    void settings.carryOut(() => client.call('settings.update', part));
  return { current, change };
}
