import type { Client } from '../../preload/contract/clients.ts';
import { useT } from '../i18n/index.ts';
import { useStores } from '../stores/index.ts';
import { useToasts } from '../ui/index.ts';

const heldFor = 60_000;

/** Copies a client's secret for a minute: by main where it has a clipboard, else by the page. */
export function useSecretCopy(
  { id }: Client,
  onError: (error: unknown) => void,
): () => Promise<boolean> {
  const t = useT();
  const { client, vault } = useStores();
  const toasts = useToasts();
  return async () => {
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
    toasts.show({ text: t('clients.secretCopied') });
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
