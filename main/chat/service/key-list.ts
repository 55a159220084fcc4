import type { ApiKey } from '../../../preload/contract/chat/genai.ts';
import { AppError } from '../../../preload/contract/errors.ts';

export interface StoredKey extends ApiKey {
  readonly selected: boolean;
  /** Identifies its secret in this run; changes when the key is replaced. */
  readonly secret: symbol;
}

/** Facts about every key, in memory; one of each system's is selected. */
export function createKeyList(stored: readonly StoredKey[]) {
  let keys = stored;
  const find = (id: string): StoredKey | undefined => keys.find((one) => one.id === id);
  const of = (systemId: string): StoredKey[] => keys.filter((key) => key.systemId === systemId);
  const markSelected = (systemId: string, id: string): void => {
    keys = keys.map((key) =>
      key.systemId === systemId ? { ...key, selected: key.id === id } : key,
    );
  };
  return {
    of,
    find,
    get(id: string): StoredKey {
      const key = find(id);
      if (key === undefined) throw new AppError('not-found');
      return key;
    },
    selected: (systemId: string): StoredKey | null =>
      of(systemId).find((key) => key.selected) ?? null,
    markSelected,
    /** Adds a key and selects it. */
    add(key: StoredKey): void {
      keys = [...keys, key];
      markSelected(key.systemId, key.id);
    },
    /** Changes its facts, not the selection. */
    change(changed: StoredKey): void {
      keys = keys.map((key) =>
        key.id === changed.id ? { ...changed, selected: key.selected } : key,
      );
    },
    remove(id: string): void {
      keys = keys.filter((key) => key.id !== id);
    },
    /** @returns the removed ones */
    forget(systemId: string): StoredKey[] {
      const gone = of(systemId);
      keys = keys.filter((key) => key.systemId !== systemId);
      return gone;
    },
  };
}
