import { useEffect } from 'react';
import { useStores } from '../kit/index.ts';

/** Main is told at most so often, ms. */
const period = 20_000;

/** Tells main that the user is there, so that an open vault does not lock before their eyes. */
export function useActivity(): void {
  const { client, vault } = useStores();
  useEffect(() => {
    let told = Number.NEGATIVE_INFINITY;
    const tell = () => {
      const { value } = vault.state.getState();
      if (value?.state !== 'ready' || value.protection !== 'passphrase') return;
      if (performance.now() - told < period) return;
      told = performance.now();
      // A window that lost main says so itself.
      client.call('vault.active').catch(() => {
        told = Number.NEGATIVE_INFINITY;
      });
    };
    const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
    const options = { capture: true, passive: true };
    for (const kind of kinds) document.addEventListener(kind, tell, options);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, tell, options);
    };
  }, [client, vault]);
}
