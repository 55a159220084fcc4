import type { Clipboard } from '../../base/host.ts';

const heldFor = 60_000;

/** Copies secrets and clears them from the clipboard later. */
export interface SecretClipboard {
  /** False if the host has none. */
  readonly available: boolean;
  /** Returns false if the host has no clipboard. */
  copy(secret: string): Promise<boolean>;
  /** Clears a copied secret at once if it is still there. */
  close(): Promise<void>;
}

/**
 * @param wait calls back after ms; returns a function that cancels it.
 * @param failed called with the reason if the clipboard could not be cleared.
 */
export function secretClipboard(
  clipboard: Clipboard | null,
  failed: (cause: unknown) => void,
  wait: (ms: number, then: () => void) => () => void = timeout,
): SecretClipboard {
  let held: { readonly secret: string; readonly callOff: () => void } | null = null;
  const takeBack = async (): Promise<void> => {
    if (clipboard === null || held === null) return;
    const { secret, callOff } = held;
    callOff();
    held = null;
    // Leaves anything that the user copied since.
    if ((await clipboard.readText()) === secret) await clipboard.writeText('');
  };
  return {
    available: clipboard !== null,
    async copy(secret) {
      if (clipboard === null) return false;
      held?.callOff();
      held = null;
      await clipboard.writeText(secret);
      held = { secret, callOff: wait(heldFor, () => void takeBack().catch(failed)) };
      return true;
    },
    close: () => takeBack().catch(failed),
  };
}

function timeout(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
}
