import { useEffect } from 'react';
import { useStores, useSystem } from '../kit/index.ts';
import { firstScreen, home } from '../kit/screens.ts';

/** Opens the screen where the system has something to show, if the window's address names none. */
export function useFirstScreen(): void {
  const { route } = useStores();
  const system = useSystem();
  useEffect(() => {
    if (system === null || window.location.hash !== '') return;
    const screen = firstScreen(system);
    if (screen !== home) route.replace({ screen });
  }, [route, system]);
}
