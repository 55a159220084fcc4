import type { Session } from '../../../../preload/contract/systems/session.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Bar, Button, ErrorBar } from '../../../ui/index.ts';

/** If calls use the certificate alone: explains that a token is used only by choice, and offers that. */
export function RouteOffer({ session }: { readonly session: Session }) {
  const t = useT();
  const { client } = useStores();
  const { busy, problem, attempt } = useAction();
  const { systemId, askRoute } = session;
  const choose = (route: System['route']) =>
    void attempt(() => client.call('session.updateSettings', { systemId, route }));
  const routes = askRoute
    ? (['token', 'token-with-certificate', 'certificate'] as const)
    : (['token', 'token-with-certificate'] as const);
  return (
    <>
      {problem && <ErrorBar error={problem} />}
      <Bar tone="note">
        <p className="phrases">{t(`session.route.offer.${askRoute ? 'after' : 'before'}`)}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          {routes.map((route) => (
            <Button key={route} size="small" disabled={busy} onClick={() => choose(route)}>
              {t(`session.route.offer.${route}`)}
            </Button>
          ))}
        </div>
      </Bar>
    </>
  );
}
