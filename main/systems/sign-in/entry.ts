import { AppError } from '../../../preload/contract/errors.ts';
import type { Connection, Network, TlsIdentity } from '../../base/network/index.ts';
import type { Links, ProvidedSettings } from '../links/index.ts';
import type { Provider } from './provider/index.ts';
import type { SessionDriver } from './session/driver.ts';
import type { Moment } from './session/machine.ts';
import type { SettingsStore, StoredSettings } from './settings.ts';

/** A client provided by a system, used until the user enters another. */
export type PresetClient = ProvidedSettings['client'];

/** One system's sign-in: its session and its settings. */
export interface Entry {
  readonly systemId: string;
  readonly driver: SessionDriver;
  settings: StoredSettings;
  readonly preset: PresetClient | null;
  /** Read at the last sign-in or refresh. */
  metadata: { readonly issuer: string; readonly value: Provider['metadata'] } | null;
  wasAvailable: boolean;
}

export interface ProviderDeps {
  readonly links: Pick<Links, 'to' | 'open' | 'scope'>;
  readonly certificates: {
    /** @throws AppError `not-found`, `vault-locked` */
    identity(id: string): Promise<TlsIdentity>;
  };
  readonly settings: Pick<SettingsStore, 'clientSecret'>;
  readonly network: Network;
}

/** Where the identity provider is, and the certificate to present there. @throws AppError */
export async function openProviderLink(
  systemId: string,
  { links, certificates }: Pick<ProviderDeps, 'links' | 'certificates'>,
): Promise<{ address: string; connection: Connection; identity: TlsIdentity | null }> {
  const { address, connection, certificateId } = await links.open(systemId, 'identityProvider');
  const identity = certificateId === null ? null : await certificates.identity(certificateId);
  return { address, connection, identity };
}

/** Opens the identity provider with the current settings. @throws AppError */
export async function providerOf(
  entry: Entry,
  deps: ProviderDeps,
  now: () => Moment,
  { anew }: { readonly anew: boolean },
): Promise<Provider> {
  const { links, settings: store, network } = deps;
  const { systemId, settings, preset } = entry;
  const { address } = links.to(systemId, 'identityProvider');
  if (address === null) throw new AppError('sign-in-no-address');
  const own = settings.clientId !== null;
  const clientId = settings.clientId ?? preset?.clientId ?? null;
  if (clientId === null) throw new AppError('sign-in-no-client');
  const clientSecret = own
    ? await store.clientSecret(systemId, links.scope(systemId))
    : (preset?.clientSecret ?? null);
  const access = await openProviderLink(systemId, deps);
  const issuer = `${access.address}${settings.realmPath}`;
  const known = !anew && entry.metadata?.issuer === issuer ? entry.metadata.value : undefined;
  // loads OpenID Connect's dependencies too, such as Node's fetch: a window does not wait for them
  const { openProvider } = await import('./provider/index.ts');
  const provider = await openProvider({
    issuer,
    clientId,
    clientSecret,
    idTokenRequired: settings.idTokenRequired,
    keysUrl: settings.keysUrl,
    network,
    identity: access.identity,
    connection: access.connection,
    now: () => now().wall,
    metadata: known,
  });
  entry.metadata = { issuer, value: provider.metadata };
  return provider;
}

export function issuerOf(
  address: string | null,
  { realmPath }: Pick<StoredSettings, 'realmPath'>,
): string | null {
  return address === null ? null : `${address}${realmPath}`;
}

/** Returns whether calls by token are possible, at once or after the running refresh. */
export function isAvailable({ driver }: Pick<Entry, 'driver'>): boolean {
  return driver.machine.name === 'active' || driver.machine.name === 'refreshing';
}
