import { useOpenExternally } from '../../../kit/openExternally.ts';

/** Returns a function that opens the operator's page for clients; null if its address is unknown. */
export function useWebInterface(url: string | null): (() => void) | null {
  const leave = useOpenExternally();
  return url === null ? null : () => void leave(url);
}
