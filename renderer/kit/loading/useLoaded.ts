import { useEffect, useRef, useState } from 'react';
import type { AppErrorData } from '../../../preload/contract/errors.ts';
import { toProblem, useStores } from '../index.ts';

interface Loaded<T> {
  readonly key: string;
  readonly value: T | null;
  readonly problem: AppErrorData | null;
}

/**
 * Loads what `key` names, and again on `reload` or when `turns` changes; meanwhile, and after a failure, what was loaded
 * before stays. Null: nothing.
 */
export function useLoaded<T>(key: string | null, load: () => Promise<T>, turns = 0) {
  const { vault } = useStores();
  const [loaded, setLoaded] = useState<Loaded<T> | null>(null);
  const [busy, setBusy] = useState(false);
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn asks again
  useEffect(() => {
    if (key === null) return;
    let wanted = true;
    const take = async () => {
      setBusy(true);
      try {
        const value = await vault.withVault(() => latest.current());
        if (wanted) setLoaded({ key, value, problem: null });
      } catch (error) {
        const problem = toProblem(error);
        if (wanted) {
          setLoaded((before) => ({
            key,
            value: before?.key === key ? before.value : null,
            problem,
          }));
        }
      } finally {
        if (wanted) setBusy(false);
      }
    };
    void take();
    return () => {
      wanted = false;
    };
  }, [key, turn, turns, vault]);
  const current = loaded !== null && loaded.key === key ? loaded : null;
  return {
    value: current?.value ?? null,
    problem: current?.problem ?? null,
    busy,
    reload: () => setTurn((before) => before + 1),
  };
}
