import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useT } from '../i18n/index.ts';
import { useFollowed, useRoute, useStores } from '../kit/index.ts';
import { screenOf } from '../kit/screens.ts';
import { useSystemArrival } from '../kit/useArrival.ts';
import { useToasts } from '../ui/index.ts';
import { useCovered } from '../ui/overlays/covers.tsx';

/**
 * Opens the form for a system whose file was opened or dropped, after an open dialog or unfinished input on a screen is
 * done. Before there is a system, the first page takes the waiting file.
 */
export function useOpenedFiles(): void {
  const t = useT();
  const toasts = useToasts();
  const { route, openedFiles } = useStores();
  const { screen } = useRoute();
  const systems = useFollowed((stores) => stores.systems).value?.systems;
  const some = useStore(openedFiles, ({ waiting }) => waiting.length > 0);
  const arrival = useSystemArrival();
  const covered = useCovered();
  /** The last arrival that asked to leave a screen, and whether the user was told that it waits. */
  const tried = useRef({ at: '', told: false });
  useEffect(() => {
    if (systems === undefined || covered || screen === 'systems') return;
    if (systems.length === 0) {
      if (some && screenOf(screen).withoutSystem) route.go({ screen: 'machines' });
      return;
    }
    if (arrival === null) return;
    const at = `${arrival.id} ${screen}`;
    if (tried.current.at !== at) {
      tried.current = { at, told: false };
      route.go({ screen: 'systems' });
    } else if (!tried.current.told) {
      // the user stays on a screen with unfinished input
      tried.current.told = true;
      toasts.show({ text: t('start.fileWaits', { name: arrival.files[0]?.name ?? '' }) });
    }
  }, [systems, some, arrival, covered, screen, route, toasts, t]);
}
