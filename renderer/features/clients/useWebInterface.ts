import { useClient } from '../../kit/index.ts';

/** How the site's page for clients is opened; null where its address is not known. */
export function useWebInterface(url: string | null): (() => void) | null {
  const client = useClient();
  if (url === null) return null;
  return () => {
    void client.call('app.openExternal', { url }).then(({ opened }) => {
      // The web host has no browser but the one that shows this page.
      if (!opened) window.open(url, '_blank', 'noopener,noreferrer');
    });
  };
}
