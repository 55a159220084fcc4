import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Admin } from './admin.ts';

/** One of the realm's clients. */
export interface RealmClient {
  readonly clientId: string;
  readonly secret: string;
}

/** The clients of realm.json by what they are for. */
export interface RealmClients {
  /** Refresh tokens are rotated: one that was used is refused, and ends the session. */
  readonly rotating: RealmClient;
  /** As `rotating`, with access tokens that end after 3 seconds. */
  readonly brief: RealmClient;
  /** As `rotating`, with access and refresh tokens bound to the client certificate (RFC 8705). */
  readonly bound: RealmClient;
  /** As `rotating`; a sign-in without certificate, or with Ignore, is an error page and no password form. */
  readonly strict: RealmClient;
}

/** A user of the realm. */
export interface RealmUser {
  readonly username: string;
  readonly email: string;
  readonly accountPassword: string;
  /** What they may do with the realm's clients. */
  readonly clients: 'manages' | 'views' | 'nothing';
}

/** What every client of realm.json may redirect to. */
export const redirectUris = [
  'compute-desk://oauth/callback',
  'http://127.0.0.1/oauth/callback',
  'https://app.example/callback*',
];

interface Representation {
  readonly clientId: string;
  readonly attributes?: Record<string, string>;
}

/** Imports realm.json with what differs from run to run, and adds the flows with the certificate. */
export async function importRealm(
  admin: Admin,
  options: { users: readonly RealmUser[]; authorityDn: string },
): Promise<RealmClients> {
  const text = await readFile(join(import.meta.dirname, 'realm.json'), 'utf8');
  const realm = JSON.parse(text) as { clients: Representation[] };
  const secrets = new Map<string, RealmClient>();
  const clients = realm.clients.map((client) => {
    const secret = randomBytes(16).toString('hex');
    secrets.set(client.clientId, { clientId: client.clientId, secret });
    return {
      ...client,
      secret,
      redirectUris,
      clientAuthenticatorType: 'client-secret',
      fullScopeAllowed: true,
      attributes: { 'post.logout.redirect.uris': '+', ...client.attributes },
    };
  });
  await admin.call('POST', '/realms', { ...realm, clients, users: options.users.map(imported) });

  const browser = 'browser by certificate';
  await admin.call('POST', '/realms/op/authentication/flows/browser/copy', { newName: browser });
  await addCertificate(admin, browser, 'ALTERNATIVE', options.authorityDn);
  await admin.call('PUT', '/realms/op', { browserFlow: browser });

  const strict = 'certificate only';
  await admin.call('POST', '/realms/op/authentication/flows', {
    alias: strict,
    providerId: 'basic-flow',
    topLevel: true,
    builtIn: false,
  });
  await addCertificate(admin, strict, 'REQUIRED', options.authorityDn);
  await bindFlow(admin, 'compute-desk-strict', strict);

  const client = (clientId: string): RealmClient => {
    const found = secrets.get(clientId);
    if (found === undefined) throw new Error(`realm.json has no client ${clientId}`);
    return found;
  };
  return {
    rotating: client('compute-desk'),
    brief: client('compute-desk-brief'),
    bound: client('compute-desk-bound'),
    strict: client('compute-desk-strict'),
  };
}

function imported({ username, email, accountPassword, clients }: RealmUser) {
  return {
    username,
    email,
    emailVerified: true,
    firstName: 'Test',
    lastName: 'User',
    enabled: true,
    credentials: [{ type: 'password', value: accountPassword, temporary: false }],
    realmRoles: ['default-roles-op', 'offline_access'],
    ...(clients === 'nothing'
      ? {}
      : {
          clientRoles: {
            'realm-management': [
              ...['view-clients', 'query-clients'],
              ...(clients === 'manages' ? ['manage-clients'] : []),
            ],
          },
        }),
  };
}

interface Execution {
  readonly id: string;
  readonly providerId?: string;
  readonly requirement: string;
}

const certificateStep = 'auth-x509-client-username-form';

/** Puts the step "X509/Validate Username Form", confirm page included, right after the cookie. */
async function addCertificate(
  admin: Admin,
  flow: string,
  requirement: 'ALTERNATIVE' | 'REQUIRED',
  authorityDn: string,
): Promise<void> {
  const path = `/realms/op/authentication/flows/${encodeURIComponent(flow)}/executions`;
  await admin.call('POST', `${path}/execution`, { provider: certificateStep });
  const executions = (await admin.call('GET', path)) as Execution[];
  const step = executions.find(({ providerId }) => providerId === certificateStep);
  if (step === undefined) throw new Error(`The flow ${flow} took no certificate step`);
  // Keycloak ranks by priority; the copied flow's cookie has 10 and its next step 20.
  await admin.call('PUT', path, { ...step, requirement, priority: 15 });
  await admin.call('POST', `/realms/op/authentication/executions/${step.id}/config`, {
    alias: `certificate of ${flow}`,
    config: {
      'x509-cert-auth.mapping-source-selection': "Subject's Common Name",
      'x509-cert-auth.mapper-selection': 'Username or Email',
      'x509-cert-auth.timestamp-validation-enabled': 'true',
      'x509-cert-auth.extendedkeyusage': 'clientAuth',
      ...(await authorityConfig(admin, authorityDn)),
    },
  });
}

/** From 26.8 on the step must be told whose certificates count; its own description tells the setting's name. */
async function authorityConfig(admin: Admin, authorityDn: string): Promise<Record<string, string>> {
  const path = `/realms/op/authentication/config-description/${certificateStep}`;
  const { properties } = (await admin.call('GET', path)) as { properties: { name: string }[] };
  const setting = properties.find(({ name }) => /ca-?subject/i.test(name));
  return setting === undefined ? {} : { [setting.name]: authorityDn };
}

async function bindFlow(admin: Admin, clientId: string, alias: string): Promise<void> {
  const flows = (await admin.call('GET', '/realms/op/authentication/flows')) as {
    id: string;
    alias: string;
  }[];
  const flow = flows.find((candidate) => candidate.alias === alias);
  const [client] = (await admin.call('GET', `/realms/op/clients?clientId=${clientId}`)) as {
    id: string;
  }[];
  if (flow === undefined || client === undefined) throw new Error(`No ${alias} for ${clientId}`);
  await admin.call('PUT', `/realms/op/clients/${client.id}`, {
    ...client,
    authenticationFlowBindingOverrides: { browser: flow.id },
  });
}
