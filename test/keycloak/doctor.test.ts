import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import type { Database } from '../../main/base/storage/database.ts';
import { readAuthorities } from '../../main/base/x509/authorities.ts';
import { defaultRealmPath } from '../../preload/contract/systems/systems.ts';
import { testFolder } from '../support/files/folder.ts';
import { findNginx, startNginx } from '../support/servers/nginx.ts';
import { type Connection, diagnosis, examined, nameOf } from '../support/worlds/doctor.ts';
import { identityOf } from '../support/worlds/pki.ts';
import { startMemoryStorage } from '../support/worlds/storage.ts';

const keycloak = inject('keycloak');
const { authUrl, issuer, clients, users, strangers, authorities, server } = keycloak;
const nginx = (await findNginx()) !== null;
if (!nginx) console.log('skipped: the doctor at Keycloak behind nginx (not installed)');

let database: Database;
beforeAll(async () => {
  database = await startMemoryStorage();
});
afterAll(() => database.close());

/** The way to this Keycloak, or to the same behind something else. */
function provider(more: Partial<Connection> = {}): Connection {
  const { clientId, secret: clientSecret } = clients.rotating;
  return {
    ...{ service: 'identityProvider', address: authUrl, realmPath: defaultRealmPath },
    identity: identityOf(users.manager),
    client: { clientId, clientSecret },
    ...more,
    system: { authorities: readAuthorities(Buffer.from(authorities.server.pem)) },
  };
}

test('all of the way to Keycloak is in order, with the endpoints that its discovery names', async () => {
  const result = await examined(database, provider());
  expect(diagnosis(result)).toEqual({});
  const step = (id: string) => result.steps.find((one) => one.id === id);
  expect(nameOf(step('discovery'))).toBe('discovery');
  expect(nameOf(step('tokenEndpoint'))).toBe('client-accepted');
  expect(nameOf(step('clientCertificate'))).toBe('certificate-shown');
  const facts = Object.fromEntries(
    step('discovery')?.facts.map(({ name, values }) => [name, values]) ?? [],
  );
  expect(facts.issuer).toEqual([issuer]);
  const below = `${issuer}/protocol/openid-connect`;
  expect(facts.endpoints).toEqual([
    `authorization_endpoint: ${below}/auth`,
    `token_endpoint: ${below}/token`,
    `jwks_uri: ${below}/certs`,
    `end_session_endpoint: ${below}/logout`,
    `revocation_endpoint: ${below}/revoke`,
  ]);
  expect(facts.lacking ?? []).toEqual([]);
  expect(JSON.stringify(result)).not.toContain(clients.rotating.secret);
});

test.each([
  [
    'a wrong secret',
    { client: { clientId: clients.rotating.clientId, clientSecret: 'another' } },
    { tokenEndpoint: 'client-refused' },
  ],
  [
    'a client that there is not',
    { client: { clientId: 'nobody', clientSecret: 'another' } },
    { tokenEndpoint: 'client-refused' },
  ],
  ['another realm', { realmPath: '/auth/realms/another' }, { discovery: 'discovery-absent' }],
  ['a path without /auth', { realmPath: '/realms/op' }, { discovery: 'discovery-absent' }],
  ['no certificate', { identity: null }, { clientCertificate: 'certificate-none-chosen' }],
  [
    'the certificate of an authority that Keycloak does not know',
    { identity: identityOf(strangers.foreign) },
    { clientCertificate: 'certificate-other-authority' },
  ],
] satisfies [string, Partial<Connection>, Record<string, string>][])(
  'named: %s',
  async (_, more, found) => {
    const result = await examined(database, provider(more));
    expect(diagnosis(result)).toMatchObject(found);
    expect(JSON.stringify(result)).not.toContain(clients.rotating.secret);
  },
);

test.skipIf(!nginx)('named: a proxy of the site that keeps the name from Keycloak', async () => {
  const front = await startNginx({
    pki: { servers: { good: server }, authorities },
    dir: join(testFolder(), 'nginx'),
    verifyClient: 'optional',
    places: `location /auth/ {
      proxy_pass ${authUrl.replace('localhost', '127.0.0.1')};
      proxy_set_header Host ${new URL(authUrl).host};
      proxy_ssl_verify off;
    }`,
  });
  onTestFinished(() => front.stop());
  const address = `https://localhost:${front.port}`;
  const result = await examined(database, provider({ address }));
  expect(diagnosis(result)).toMatchObject({ discovery: 'discovery-other-issuer' });
});
