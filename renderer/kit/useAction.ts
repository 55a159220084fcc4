import { useStores } from './index.ts';
import { useProblem } from './useProblem.ts';

/**
 * Like `useProblem`, for what may need the vault: a locked vault, or its passphrase once more, is asked for
 * on the way, and the call then goes on.
 */
export function useAction() {
  const { vault } = useStores();
  const { attempt, ...rest } = useProblem();
  return {
    ...rest,
    attempt: <T>(perform: (confirmation?: string) => Promise<T>) =>
      attempt(() => vault.withVault(perform)),
  };
}
