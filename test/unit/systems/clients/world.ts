import { onTestFinished } from 'vitest';
import type { Vault } from '../../../../main/base/storage/vault/vault.ts';
import { type Clients, createClients } from '../../../../main/systems/clients/index.ts';
import type { Links } from '../../../../main/systems/links/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { contract } from '../../../../preload/contract/index.ts';
import type { Session } from '../../../../preload/contract/systems/session.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { startRegistrationServer } from '../../../support/servers/registration-server.ts';
import { behindTheDoor } from '../../../support/worlds/door.ts';
import { testAccess, testLinks } from '../../../support/worlds/links.ts';
import { testNetwork } from '../../../support/worlds/network.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import {
  memoryVault,
  recordEvents,
  recordLog,
  testSystem,
  testSystems,
} from '../../../support/worlds/world.ts';

export const sender = { id: 'window-1' };
export const systemId = 'system-1';
export const today = new Date('2026-03-04T05:06:07.000Z');

/** The domain over a real registration server, a real database and a vault in memory. */
export async function clientsWorld(
  options: {
    /** By default the server's, with its token. */
    registration?: { readonly initialAccessToken: string | null } | null;
    system?: Partial<System>;
    vault?: Partial<Vault>;
    /** Whether the host has one, which forgets what it is given. */
    clipboard?: boolean;
  } = {},
) {
  const server = await startRegistrationServer();
  const database = await startTestStorage(testFolder());
  const network = testNetwork({ env: {}, usualAuthorities: [] });
  const vault = memoryVault();
  const events = recordEvents();
  const log = recordLog();
  const systems = await testSystems(database, testSystem(null, options.system));
  const saved: string[] = [];
  const used: unknown[] = [];
  const { initialAccessToken = server.initialAccessToken } = options.registration ?? {};
  let brings: Links['brings'] = async () =>
    options.registration === null
      ? null
      : {
          client: { clientId: 'brought', clientSecret: 'brought' },
          registration: { endpoint: server.endpoint, initialAccessToken },
        };
  const links: Links = { ...testLinks(systems), brings: (systemId) => brings(systemId) };
  const open = (): Clients => {
    const started = createClients({
      systems,
      links,
      access: testAccess(links),
      network,
      vault: { ...vault, ...options.vault },
      database,
      files: {
        async save(file) {
          saved.push(new TextDecoder().decode(file.bytes));
          return { kind: 'saved', path: file.name };
        },
      },
      clipboard:
        options.clipboard === true
          ? { readText: async () => '', writeText: async () => undefined }
          : null,
      sessions: {
        snapshot: async () => ({ settings: { clientId: 'signs-in' } }) as Session,
        changeSettings: async (_system, { clientId, clientSecret: secret }) =>
          void used.push({ clientId, secret }) as never,
      },
      emit: events.emit,
      log,
      now: () => today,
    });
    return behindTheDoor('clients', started, log);
  };
  const clients = open();
  onTestFinished(async () => {
    await clients.close();
    await network.close();
    await database.close();
    await server.close();
  });
  return {
    server,
    vault,
    /** Files that were saved, as text. */
    saved,
    /** What sign-in was told to use. */
    used,
    events,
    log,
    clients,
    reopen: open,
    bringBy(next: Links['brings']) {
      brings = next;
    },
    create: async (clientId: string, ...redirectUrls: string[]) => {
      const input = {
        systemId,
        clientId,
        redirectUrls: redirectUrls.length > 0 ? redirectUrls : ['https://app.example/callback'],
      };
      return contract.clients.create.output.parse(await clients.calls.create(input, sender));
    },
    snapshot: async () =>
      contract.clients.snapshot.output.parse(await clients.calls.snapshot({ systemId }, sender)),
    reveal: (id: string) => clients.calls.revealSecret({ id }, sender),
    async remove(id: string) {
      const { failed } = await clients.calls.removeMany({ ids: [id] }, sender);
      for (const { problem } of failed) throw AppError.fromData(problem);
    },
  };
}
