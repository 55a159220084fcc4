import { useLeave } from '../../../kit/leave.ts';

/** Returns a function that opens the operator's page for clients; null if its address is unknown. */
export function useWebInterface(url: string | null): (() => void) | null {
  const leave = useLeave();
  return url === null ? null : () => void leave(url);
}
