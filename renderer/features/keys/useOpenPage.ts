import { useClient } from '../../kit/index.ts';

/** Opens an address that the user has entered, outside the app. */
export function useOpenPage(): (url: string) => void {
  const client = useClient();
  const open = async (url: string) => {
    const { opened } = await client.call('app.openExternal', { url });
    if (!opened) window.open(url, '_blank', 'noopener,noreferrer');
  };
  return (url) => void open(url);
}
