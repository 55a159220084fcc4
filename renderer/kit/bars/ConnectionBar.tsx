import { useStore } from 'zustand';
import { useT } from '../../i18n/index.ts';
import { Bar } from '../../ui/index.ts';
import { useStores } from '../index.ts';

/**
 * Says that main is unreachable: in the web host, that its program was stopped, or that another one answers in its
 * place.
 */
export function ConnectionBar() {
  const t = useT();
  const connection = useStore(useStores().connection, (state) => state.connection);
  if (connection === 'connected') return null;
  return (
    <Bar tone="warning" className="m-3 mb-0">
      <p className="font-medium">{t(`frame.connection.${connection}.what`)}</p>
      <p className="text-text-soft">
        {t(`frame.connection.${connection}.next`, { port: window.location.port })}
      </p>
    </Bar>
  );
}
