import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../kit/index.ts';

/** A certificate file that was opened with the app goes to the screen that imports it. */
export function useOpenedFiles(): void {
  const { route, systems, openedFiles } = useStores();
  const waits = useStore(openedFiles, ({ file }) => file !== null);
  const ready = useStore(systems, ({ value }) => (value?.systems.length ?? 0) > 0);
  useEffect(() => {
    if (waits && ready) route.go({ screen: 'certificates' });
  }, [waits, ready, route]);
}
