import { useStore } from 'zustand';
import { useT } from '../i18n/index.ts';
import { Bar } from '../ui/index.ts';
import { useStores } from './index.ts';

/** Says that main is gone: in the web host, that the program which served the page was stopped. */
export function ConnectionBar() {
  const t = useT();
  const connected = useStore(useStores().connection, (state) => state.connected);
  if (connected) return null;
  return (
    <Bar tone="warning" className="m-3 mb-0">
      <p className="font-medium">{t('frame.connection.lost')}</p>
      <p className="text-text-soft">{t('frame.connection.next')}</p>
    </Bar>
  );
}
