import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useStores } from '../../../kit/index.ts';

const heldFor = 60_000;

/** What happens to a copied secret: removed after a minute, or left because nobody can remove it. */
export type Copied = 'for-a-minute' | 'for-good';

/** Copies a client's secret for a minute: through main if it has a clipboard, else through the page. */
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
  // A later copy of the user must stay: only a page that may read the clipboard may clear it. It never asks for
  // permission, because the question would come a minute later without context.
  if (!(await mayRead())) return 'for-good';
  const clear = async () => {
    if ((await navigator.clipboard.readText()) === secret) await navigator.clipboard.writeText('');
  };
  setTimeout(() => void clear().catch(leave), heldFor);
  return 'for-a-minute';
}

async function mayRead(): Promise<boolean> {
  try {
    // Missing in TypeScript's names.
    const name = 'clipboard-read' as PermissionName;
    return (await navigator.permissions.query({ name })).state === 'granted';
  } catch (error) {
    // The browser does not know the permission.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The page is in the background: the clipboard then belongs to another program, and is out of reach. */
function leave(error: unknown): void {
  if (!(error instanceof DOMException)) throw error;
}
