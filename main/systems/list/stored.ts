import type { SystemsState } from '../../../preload/contract/systems/systems.ts';
import type { SettingsFile } from '../../base/host.ts';
import type { Database } from '../../base/storage/database.ts';
import { loadSystems } from './store.ts';

/** Key in the settings file of the system on screen. */
export const selectedKey = 'selectedSystem';

/** Returns the stored systems, and the one on screen: the first if the previous one is gone. */
export async function readStoredSystems(
  database: Pick<Database, 'all' | 'unread'>,
  settings: Pick<SettingsFile, 'get'>,
): Promise<SystemsState> {
  const systems = await loadSystems(database);
  const last = settings.get(selectedKey);
  const selected = systems.find((one) => one.id === last) ?? systems[0];
  return { systems, selectedId: selected?.id ?? null };
}
