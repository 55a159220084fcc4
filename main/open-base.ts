import type { Events } from './base/events.ts';
import type { Host, SettingsFile } from './base/host.ts';
import { createNetwork } from './base/network/index.ts';
import { createPolicy } from './base/policy/index.ts';
import type { OpenedDatabase } from './base/storage/database.ts';
import { reportUnreadableRows } from './base/storage/rows/index.ts';
import { createVault } from './base/storage/vault/index.ts';
import { connectWorker } from './base/workers/connect.ts';
import type { createSettings } from './settings/preferences/index.ts';
import { createAccess } from './systems/access/index.ts';
import { createCertificates } from './systems/certificates/index.ts';
import type { Links } from './systems/links/index.ts';
import type { Systems } from './systems/list/index.ts';
import { createSignIn } from './systems/sign-in/index.ts';

/** What `openApp` has composed before. */
export interface Opened {
  readonly host: Host;
  readonly events: Events;
  readonly settings: ReturnType<typeof createSettings>;
  /** The settings' file. */
  readonly file: SettingsFile;
  readonly database: OpenedDatabase;
  readonly systems: Systems;
  readonly demo: boolean;
}

type Base = Awaited<ReturnType<typeof openBase>>;

/** Opens what all domains need: storage, events, policy, network. */
export async function openBase({ host, events, settings, file, database }: Opened) {
  const { log, files, paths } = host;
  const { emit } = events;
  database.onReopened((reason) => log.error('storage-reopened', new Error(reason)));
  reportUnreadableRows(database.unreadableRows, log, emit);
  if (database.damage !== null) {
    const { refused = [], ...damage } = database.damage;
    log.error('database-damaged', null, { ...damage, refused: refused.length });
  }
  const policy = await createPolicy(host);
  const vault = await createVault({
    refusePassphrase: () => policy.refusalOf('keychainRequired'),
    folder: paths.data,
    keychain: host.keychain,
    database,
    emit,
    autoLock: { settings: settings.current, onComputerLocked: host.onComputerLocked },
  });
  const network = createNetwork({
    log,
    readAhead: true,
    resolveProxy: host.resolveProxy,
    site: policy.network,
  });
  return { network, vault, database, files, settings: file, policy, emit, log };
}

/** Opens the certificates and sessions that authenticate calls to the systems. */
export async function openAccess(
  host: Host,
  deps: Base & { readonly systems: Systems; readonly links: Links },
  preferences: Opened['settings']['current'],
) {
  const certificates = await createCertificates({
    ...deps,
    startWorker: () => connectWorker(host.workers.start('certificates')),
  });
  const language = () => preferences().language;
  const signIn = createSignIn({ ...deps, certificates, host, language });
  const access = createAccess({ links: deps.links, certificates, sessions: signIn });
  return { certificates, signIn, access };
}
