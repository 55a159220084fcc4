import { AppError } from '../../preload/contract/errors.ts';
import type { System } from '../../preload/contract/systems.ts';
import type { Network, TlsIdentity } from '../network/index.ts';
import type { Database } from '../storage/database.ts';
import type { Vault } from '../storage/vault/vault.ts';
import type { SystemsReader } from '../systems/types.ts';
import type { Moment } from './machine.ts';
import { openProvider, type Provider } from './provider/index.ts';
import type { SessionDriver } from './session-driver.ts';
import { openSettingsStore, type StoredSettings } from './settings.ts';

/** A client that a system brings along, used until the user enters another. */
export interface PresetClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** One system's sign-in: its session, and by which settings. */
export interface Entry {
  readonly systemId: string;
  readonly driver: SessionDriver;
  settings: StoredSettings;
  preset: PresetClient | null;
  /** Read at the last sign-in or refresh. */
  metadata: { readonly issuer: string; readonly value: Provider['metadata'] } | null;
  issuer: string | null;
  wasAvailable: boolean;
}

export interface ProviderDeps {
  readonly systems: SystemsReader;
  readonly certificates: { identity(id: string): Promise<TlsIdentity> };
  readonly network: Network;
  readonly vault: Vault;
  readonly database: Database;
}

export async function identityOf(
  { certificateId }: System,
  { certificates }: Pick<ProviderDeps, 'certificates'>,
): Promise<TlsIdentity | null> {
  return certificateId === null ? null : certificates.identity(certificateId);
}

/** The identity provider by the settings of now. @throws AppError */
export async function providerOf(
  entry: Entry,
  deps: ProviderDeps,
  now: () => Moment,
  anew: boolean,
): Promise<Provider> {
  const { systems, vault, database, network } = deps;

  const { systemId, settings, preset } = entry;
  const system = systems.get(systemId);
  const issuer = issuerOf(system, settings);
  if (issuer === null) throw new AppError('sign-in-no-address');
  const own = settings.clientId !== null;
  const clientId = settings.clientId ?? preset?.clientId ?? null;
  if (clientId === null) throw new AppError('sign-in-no-client');
  const clientSecret = own
    ? await openSettingsStore(database, vault).clientSecret(
        systemId,
        system.kind === 'demo' ? 'demo' : 'user',
      )
    : (preset?.clientSecret ?? null);
  const known = !anew && entry.metadata?.issuer === issuer ? entry.metadata.value : undefined;
  const provider = await openProvider({
    issuer,
    clientId,
    clientSecret,
    idTokenRequired: settings.idTokenRequired,
    network,
    identity: await identityOf(system, deps),
    authorities: system.authorities.map(({ pem }) => pem),
    now: () => now().wall,
    metadata: known,
  });
  entry.metadata = { issuer, value: provider.metadata };
  return provider;
}

export function issuerOf({ authUrl }: System, { realmPath }: StoredSettings): string | null {
  return authUrl === null ? null : `${authUrl}${realmPath}`;
}

/** Whether calls by token can be made, at once or after the refresh that runs. */
export function isAvailable({ driver }: Entry): boolean {
  return driver.machine.name === 'active' || driver.machine.name === 'refreshing';
}
