import type { Session } from '../../../../preload/contract/systems/session.ts';
import { routes } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { ErrorBar, Segmented } from '../../../ui/index.ts';

/** Switches the authentication of Web API requests: certificate, token or both. */
export function RouteSwitch({ session }: { readonly session: Session }) {
  const t = useT();
  const { client } = useStores();
  const { problem, attempt } = useAction();
  const { systemId, askRoute } = session;
  const { route } = session.settings;
  return (
    <div className="flex flex-col gap-1">
      {problem && <ErrorBar error={problem} />}
      <Segmented
        wide
        label={t('session.route.label')}
        value={route}
        options={routes.map((value) => ({
          value,
          label: t(
            value === 'token-with-certificate' ? 'session.route.both' : `session.route.${value}`,
          ),
        }))}
        onValueChange={(next) =>
          void attempt(() => client.call('session.updateSettings', { systemId, route: next }))
        }
      />
      <p role="status" className="phrases text-small text-text-soft">
        {t(askRoute ? 'session.route.offer' : `session.route.hints.${route}`)}
      </p>
    </div>
  );
}
