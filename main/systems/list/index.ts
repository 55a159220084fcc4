import { randomUUID } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import type { CallInput, Emit } from '../../../preload/contract/index.ts';
import { defaultRequestTimeout } from '../../../preload/contract/systems/system-choices.ts';
import type {
  AddressField,
  System,
  SystemsState,
} from '../../../preload/contract/systems/systems.ts';
import { requireUsable } from '../../base/addresses/index.ts';
import type { SettingsFile } from '../../base/host.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { readAuthorities } from '../../base/x509/authorities.ts';
import { systemCalls } from './calls.ts';
import { deleteSystem, loadSystems, saveSystem } from './store.ts';
import type { StoreWithSystem, SystemOperations, Systems } from './types.ts';

export { systemRows } from './store.ts';
export type { Systems } from './types.ts';

/** The id of the demo; every other system gets a random one. */
export const demoSystemId = 'demo';

/** Key in the settings file of the system on screen. */
const selectedKey = 'selectedSystem';

/** The user's systems, and which one is on screen: the first if the previous one is gone. */
export async function createSystems(options: {
  database: Database;
  settings: SettingsFile;
  emit: Emit;
}): Promise<Systems> {
  const { database, settings, emit } = options;
  let all = await loadSystems(database);
  const last = settings.get(selectedKey);
  let selectedId = (all.find(({ id }) => id === last) ?? all[0])?.id ?? null;
  const listeners = new Set<(state: SystemsState) => void>();
  const storers: StoreWithSystem[] = [];
  const forgetters: ((id: string) => Promise<void>)[] = [];

  const state = (): SystemsState => ({ systems: all, selectedId });
  const changed = (): void => {
    emit('systems.changed', state());
    for (const listener of listeners) listener(state());
  };
  const get = (id: string): System => {
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw new AppError('no-system');
    return found;
  };
  const setSelected = (id: string | null): void => {
    selectedId = id;
    settings.set(selectedKey, id ?? '');
  };
  const save = async (system: System, ...more: Statement[]): Promise<System> => {
    await database.run(saveSystem(system), ...more);
    all = all.some((one) => one.id === system.id)
      ? all.map((one) => (one.id === system.id ? system : one))
      : [...all, system];
    selectedId ??= system.id;
    changed();
    return system;
  };
  const saveNew = async (system: System, wanted: CallInput<'systems.add'>): Promise<System> => {
    const others: NonNullable<Awaited<ReturnType<StoreWithSystem>>>[] = [];
    try {
      for (const store of storers) {
        const other = await store(system.id, wanted);
        if (other !== null) others.push(other);
      }
      return await save(system, ...others.map(({ statement }) => statement));
    } catch (cause) {
      for (const { discard } of others) await discard();
      throw cause;
    }
  };
  const select = (id: string): void => {
    setSelected(get(id).id);
    changed();
  };

  const operations: SystemOperations = {
    get,
    state,
    save,
    select,
    async add(wanted) {
      const { authorities, webApiUrl, authUrl, genaiUrl, proxy: _proxy, ...rest } = wanted;
      const system: System = {
        ...usual,
        ...given(rest),
        id: randomUUID(),
        kind: 'real',
        webApiUrl: webApiAddress(webApiUrl, genaiUrl),
        authUrl: authUrl === null ? null : requireUsable('identityProvider', authUrl),
        genaiUrl: genaiUrl === null ? null : requireUsable('genai', genaiUrl),
        authorities: authorities.flatMap((pem) => readAuthorities(Buffer.from(pem))),
        createdAt: new Date().toISOString(),
      };
      await saveNew(system, wanted);
      select(system.id);
      return system;
    },
    async update(id, { authorities, webApiUrl, authUrl, genaiUrl, ...rest }) {
      const old = get(id);
      const nextGenai = changedAddress('genai', genaiUrl, old.genaiUrl);
      return save({
        ...old,
        ...given(rest),
        webApiUrl: webApiAddress(webApiUrl ?? old.webApiUrl, nextGenai),
        authUrl: changedAddress('identityProvider', authUrl, old.authUrl),
        genaiUrl: nextGenai,
        authorities:
          authorities?.flatMap((pem) => readAuthorities(Buffer.from(pem))) ?? old.authorities,
      });
    },
    async remove(id) {
      get(id);
      for (const forget of forgetters) await forget(id);
      await database.run(deleteSystem(id));
      all = all.filter((one) => one.id !== id);
      if (selectedId === id) setSelected(all[0]?.id ?? null);
      changed();
    },
    storeWithNew: (store) => void storers.push(store),
    beforeRemove: (forget) => void forgetters.push(forget),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { ...operations, calls: systemCalls(operations) };
}

/** Defaults of a new system. */
const usual = {
  route: 'certificate',
  reasoningBack: 'in-tool-rounds',
  longestRequest: defaultRequestTimeout,
  thinkTags: true,
} as const;

/** Removes undefined members, which mean no change. */
function given<T extends object>(said: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const fields = Object.entries(said).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** May be empty only if there is generative AI. */
function webApiAddress(text: string, genaiUrl: string | null): string {
  return text.trim() === '' && genaiUrl !== null ? '' : requireUsable('webApi', text);
}

/** `undefined` leaves the address unchanged, `null` removes it. */
function changedAddress(
  field: AddressField,
  next: string | null | undefined,
  old: string | null,
): string | null {
  if (next === undefined) return old;
  return next === null ? null : requireUsable(field, next);
}
