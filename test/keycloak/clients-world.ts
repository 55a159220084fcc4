import { onTestFinished } from 'vitest';
import { readAuthorities } from '../../main/base/x509/authorities.ts';
import { createClients } from '../../main/systems/clients/index.ts';
import type { Session } from '../../preload/contract/systems/session.ts';
import { testFolder } from '../support/files/folder.ts';
import { throughTheDoor } from '../support/worlds/door.ts';
import { testAccess, testLinks } from '../support/worlds/links.ts';
import { testNetwork } from '../support/worlds/network.ts';
import { startTestStorage } from '../support/worlds/storage.ts';
import {
  memoryVault,
  recordEvents,
  recordLog,
  testSystem,
  testSystems,
} from '../support/worlds/world.ts';
import { https } from './https.ts';
import type { KeycloakFacts } from './keycloak.ts';

export const sender = { id: 'window-1' };
export const systemId = 'system-1';

/**
 * The app's clients over its own network and storage, with a system that is this Keycloak.
 * @param as How they are managed: by the token of a user who is signed in, or by registration.
 */
export async function clientsOf(
  keycloak: KeycloakFacts,
  as: {
    readonly accessToken?: string;
    readonly registration?: { readonly url: string; readonly initialAccessToken: string | null };
    /** The client that the app signs in with. */
    readonly signedInWith?: string;
  },
) {
  const database = await startTestStorage(testFolder());
  const log = recordLog();
  const network = testNetwork({ log, env: {} });
  const events = recordEvents();
  const authorities = readAuthorities(Buffer.from(keycloak.authorities.server.pem));
  const { authUrl, issuer } = keycloak;
  const systems = await testSystems(database, testSystem(null, { authUrl, authorities }));
  const used: unknown[] = [];
  const { accessToken } = as;
  const links = testLinks(systems);
  const clients = createClients({
    systems,
    links,
    access: testAccess(links, {
      sessions: {
        providerToken: async () =>
          accessToken === undefined ? null : { issuer, token: async () => accessToken },
      },
    }),
    sessions: {
      snapshot: async () => ({ settings: { clientId: as.signedInWith ?? null } }) as Session,
      changeSettings: async (_system, { clientId, clientSecret: secret }) =>
        void used.push({ clientId, secret }) as never,
    },
    network,
    vault: memoryVault(),
    database,
    files: { save: async () => ({ kind: 'cancelled' }) },
    clipboard: null,
    emit: events.emit,
    log,
  });
  onTestFinished(async () => {
    await clients.close();
    await network.close();
    await database.close();
  });
  if (as.registration !== undefined) {
    const { url: registrationUrl, initialAccessToken } = as.registration;
    await clients.changeSettings(systemId, { registrationUrl, initialAccessToken });
  }
  return { calls: throughTheDoor({ clients: clients.calls }, log).clients, events, log, used };
}

/** Whether Keycloak takes this id and secret for one of its clients. */
export async function isKnown(
  keycloak: KeycloakFacts,
  clientId: string,
  secret: string,
): Promise<boolean> {
  const answer = await https({
    url: `${keycloak.issuer}/protocol/openid-connect/token`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'none',
      client_id: clientId,
      client_secret: secret,
    }).toString(),
    authority: keycloak.authorities.server.pem,
  });
  const { error } = JSON.parse(answer.text) as { error: string };
  if (!['invalid_client', 'unauthorized_client', 'invalid_grant'].includes(error)) {
    throw new Error(`Neither known nor unknown: ${answer.text}`);
  }
  return error === 'invalid_grant';
}
