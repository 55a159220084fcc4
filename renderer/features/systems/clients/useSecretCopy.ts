import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useStores } from '../../../kit/index.ts';

const heldFor = 60_000;

/** What becomes of a copied secret: taken back after a minute, or left because nobody can. */
export type Copied = 'for-a-minute' | 'for-good';

/** Copies a client's secret for a minute: by main where it has a clipboard, else by the page. */
export function useSecretCopy(
  { id }: Client,
  onCopied: (copied: Copied | null) => void,
  onError: (error: unknown) => void,
): () => Promise<boolean> {
  const { client, vault } = useStores();
  return async () => {
    onCopied(null);
    try {
      const { copied } = await vault.withVault((confirmation) =>
        client.call('clients.copySecret', { id, confirmation }),
      );
      if (copied) onCopied('for-a-minute');
      else {
        const { secret } = await vault.withVault((confirmation) =>
          client.call('clients.revealSecret', { id, confirmation }),
        );
        onCopied(await copyInPage(secret));
      }
    } catch (error) {
      onError(error);
      return false;
    }
    return true;
  };
}

async function copyInPage(secret: string): Promise<Copied> {
  await navigator.clipboard.writeText(secret);
  // What the user has copied since is theirs: only a page that may look may clear. It never asks for
  // leave, which would come a minute later and out of nowhere.
  if (!(await mayRead())) return 'for-good';
  const clear = async () => {
    if ((await navigator.clipboard.readText()) === secret) await navigator.clipboard.writeText('');
  };
  setTimeout(() => void clear().catch(leave), heldFor);
  return 'for-a-minute';
}

async function mayRead(): Promise<boolean> {
  try {
    // Not among the names that TypeScript knows.
    const name = 'clipboard-read' as PermissionName;
    return (await navigator.permissions.query({ name })).state === 'granted';
  } catch (error) {
    // A browser that does not know the permission.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The page is not in front: the clipboard is another's then, and cannot be reached. */
function leave(error: unknown): void {
  if (!(error instanceof DOMException)) throw error;
}
