import type { Clipboard } from '../../base/host.ts';

const heldFor = 60_000;

/** Copies secrets so that they do not stay on the clipboard. */
export interface SecretClipboard {
  /** False where the host has none. */
  readonly available: boolean;
  /** False where the host has no clipboard. */
  copy(secret: string): Promise<boolean>;
  /** Takes back at once what is still there. */
  close(): Promise<void>;
}

/**
 * @param wait Calls back after ms, and gives the way to call it off.
 * @param failed Told why the clipboard could not be cleared.
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
    // What the user has copied since is theirs.
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
