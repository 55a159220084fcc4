import { useLeave } from '../../../kit/leave.ts';

/** How the site's page for clients is opened; null where its address is not known. */
export function useWebInterface(url: string | null): (() => void) | null {
  const leave = useLeave();
  return url === null ? null : () => void leave(url);
}
