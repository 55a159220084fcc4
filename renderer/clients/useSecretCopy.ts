import type { Client } from '../../preload/contract/clients.ts';
import { useStores } from '../stores/index.ts';

const heldFor = 60_000;

/** Copies a client's secret for a minute: by main where it has a clipboard, else by the page. */
export function useSecretCopy(
  { id }: Client,
  onCopied: (copied: boolean) => void,
  onError: (error: unknown) => void,
): () => Promise<boolean> {
  const { client, vault } = useStores();
  return async () => {
    onCopied(false);
    try {
      const { copied } = await vault.withVault(() => client.call('clients.copySecret', { id }));
      if (!copied) {
        const { secret } = await vault.withVault(() => client.call('clients.revealSecret', { id }));
        await copyForAMinute(secret);
      }
    } catch (error) {
      onError(error);
      return false;
    }
    onCopied(true);
    return true;
  };
}

async function copyForAMinute(secret: string): Promise<void> {
  await navigator.clipboard.writeText(secret);
  setTimeout(() => {
    // What the user has copied since is theirs; a browser that does not let the page look keeps it.
    void navigator.clipboard.readText().then(
      (now) => (now === secret ? navigator.clipboard.writeText('') : undefined),
      () => undefined,
    );
  }, heldFor);
}
