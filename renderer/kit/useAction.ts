import { useStores } from './index.ts';
import { useProblem } from './useProblem.ts';

/**
 * Like `useProblem`, for calls that may need the vault: it asks to unlock the vault, or for the passphrase again, and
 * then continues the call.
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
