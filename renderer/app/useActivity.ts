import { useEffect } from 'react';
import { useStores } from '../kit/index.ts';

/** Minimum milliseconds between two reports to main. */
const period = 20_000;

/** Reports user activity to main, so that an open vault does not lock in use. */
export function useActivity(): void {
  const { client, vault } = useStores();
  useEffect(() => {
    let told = Number.NEGATIVE_INFINITY;
    const tell = () => {
      const { value } = vault.state.getState();
      if (value?.state !== 'ready' || value.protection !== 'passphrase') return;
      if (performance.now() - told < period) return;
      told = performance.now();
      // A window that lost main shows that itself.
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
