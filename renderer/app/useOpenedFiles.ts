import { useEffect } from 'react';
import { useStore } from 'zustand';
import { isSystemFile } from '../../preload/contract/systems/system-choices.ts';
import { useStores } from '../kit/index.ts';

/** A file that was opened with the app goes to the screen that takes it: a certificate, or a site's system. */
export function useOpenedFiles(): void {
  const { route, systems, openedFiles } = useStores();
  const waits = useStore(openedFiles, ({ file }) =>
    file === null ? null : isSystemFile(file.fileName) ? 'systems' : 'certificates',
  );
  const ready = useStore(systems, ({ value }) => (value?.systems.length ?? 0) > 0);
  useEffect(() => {
    if (waits !== null && ready) route.go({ screen: waits });
  }, [waits, ready, route]);
}
