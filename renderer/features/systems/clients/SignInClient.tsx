import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { isDemo, useFollowed, useSystem } from '../../../kit/index.ts';
import { Badge, Mono } from '../../../ui/index.ts';

/** The app's own client for signing in, if it is not in the list: the demo's, or one entered by hand. */
export function SignInClient({ clients }: { readonly clients: readonly Client[] }) {
  const t = useT();
  const system = useSystem();
  const clientId = useFollowed((stores) => stores.session).value?.settings.clientId ?? null;
  if (clientId === null || clients.some((one) => one.clientId === clientId)) return null;
  return (
    <section
      aria-label={t('clients.signsIn')}
      className="mb-4 flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-control border border-line bg-surface px-3 py-2"
    >
      <Mono>{clientId}</Mono>
      <Badge tone="accent">{t('clients.signsIn')}</Badge>
      <span className="phrases text-small text-text-soft">
        {t(
          system !== null && isDemo(system) ? 'clients.unlisted.demo' : 'clients.unlisted.entered',
        )}
      </span>
    </section>
  );
}
