import { onTestFinished } from 'vitest';
import { type Clients, createClients, type Registration } from '../../../main/clients/index.ts';
import { createNetwork } from '../../../main/network/index.ts';
import type { Vault } from '../../../main/storage/vault/vault.ts';
import { contract } from '../../../preload/contract/index.ts';
import type { System } from '../../../preload/contract/systems.ts';
import { behindTheDoor } from '../../support/door.ts';
import { testFolder } from '../../support/folder.ts';
import { startRegistrationServer } from '../../support/registration-server.ts';
import { startTestStorage } from '../../support/storage.ts';
import {
  memoryVault,
  recordEvents,
  recordLog,
  testSystem,
  testSystems,
} from '../../support/world.ts';

export const sender = { id: 'window-1' };
export const systemId = 'system-1';
export const today = new Date('2026-03-04T05:06:07.000Z');

/** The domain over a real registration server, a real database and a vault in memory. */
export async function clientsWorld(
  options: {
    registration?: Partial<Registration> | null;
    system?: Partial<System>;
    vault?: Partial<Vault>;
    /** Whether the host has one, which forgets what it is given. */
    clipboard?: boolean;
  } = {},
) {
  const server = await startRegistrationServer();
  const database = await startTestStorage(testFolder());
  const network = createNetwork({ env: {} });
  const vault = memoryVault();
  const events = recordEvents();
  const log = recordLog();
  const systems = await testSystems(database, testSystem(null, options.system));
  const saved: string[] = [];
  const used: unknown[] = [];
  let registration: () => Promise<Registration | null> = async () =>
    options.registration === null
      ? null
      : {
          endpoint: server.endpoint,
          initialAccessToken: server.initialAccessToken,
          authorities: [],
          identity: null,
          ...options.registration,
        };
  const open = (): Clients => {
    const started = createClients({
      systems,
      registration: () => registration(),
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
      signIn: {
        clientId: async () => 'signs-in',
        use: async (_system, client) => void used.push(client),
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
    registerBy(next: () => Promise<Registration | null>) {
      registration = next;
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
    remove: (id: string) => clients.calls.remove({ id }, sender),
  };
}
