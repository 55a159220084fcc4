import { randomBytes } from 'node:crypto';
import {
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { isRecord } from '../files.ts';
import { pageHeaders, pageLanguage } from '../http/html-page.ts';
import { chooseClientId } from './client-rules.ts';
import { errorPage, signedOutPage, signOutPage } from './pages.ts';
import type { Store } from './store.ts';

/** Lifetimes in seconds; may be changed while the demo runs, for everything issued from then on. */
export interface Lifetimes {
  accessToken: number;
  refreshToken: number;
  authorizationCode: number;
}

export interface ConfigurationOptions {
  readonly store: Store;
  readonly appClient: ClientMetadata;
  readonly initialAccessToken: string;
  readonly cookieKey: string;
  readonly signingKey: JWK;
  readonly lifetimes: Lifetimes;
  readonly rotateRefreshTokens: boolean;
}

/** Path of a realm's pages; the issuer is the server's origin plus this. */
export const realmPath = '/auth/realms/op';
export const confirmPath = '/login-actions/authenticate';
export const registrationPath = '/clients-registrations/openid-connect';
const protocolPath = '/protocol/openid-connect';

const tenHours = 10 * 60 * 60;

/** Configures oidc-provider to look like the spec's Keycloak. */
export function providerConfiguration(options: ConfigurationOptions): Configuration {
  const { store, lifetimes } = options;
  const current = (name: keyof Lifetimes) => (): number => lifetimes[name];
  return {
    adapter: (model: string) => store.adapter(model),
    clients: [options.appClient],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'RS256',
    },
    clientAuthMethods: ['client_secret_post', 'client_secret_basic', 'none'],
    cookies: { keys: [options.cookieKey] },
    jwks: { keys: [options.signingKey] },
    responseTypes: ['code'],
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    // Keycloak's clients get the profile's claims without requesting them, in the ID token too.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    clientBasedCORS: () => false,
    pkce: { required: () => false },
    allowOmittingSingleRegisteredRedirectUri: false,
    features: features(options),
    routes: {
      authorization: `${protocolPath}/auth`,
      token: `${protocolPath}/token`,
      userinfo: `${protocolPath}/userinfo`,
      jwks: `${protocolPath}/certs`,
      end_session: `${protocolPath}/logout`,
      revocation: `${protocolPath}/revoke`,
      registration: registrationPath,
    },
    interactions: {
      policy: signInPolicy(),
      url: (_ctx, interaction) => `${realmPath}${confirmPath}/${interaction.uid}`,
    },
    findAccount: (_ctx, id) => {
      const account = store.get('Account', id);
      if (!account) return undefined;
      return {
        accountId: id,
        claims: () => ({ sub: id, name: account.name, preferred_username: account.name }),
      };
    },
    loadExistingGrant: grantWhatIsAsked,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: (ctx) => {
      checkRefreshRedirect(ctx);
      return options.rotateRefreshTokens;
    },
    renderError: (ctx, out) => {
      ctx.set(pageHeaders);
      ctx.body = errorPage(pageLanguage(ctx.req), out.error, out.error_description ?? '');
    },
    ttl: {
      AccessToken: current('accessToken'),
      RefreshToken: current('refreshToken'),
      AuthorizationCode: current('authorizationCode'),
      IdToken: current('accessToken'),
      Interaction: 30 * 60,
      Session: tenHours,
      Grant: tenHours,
    },
  };
}

/** Returns a random client secret. */
export function makeClientSecret(): string {
  return randomBytes(24).toString('base64url');
}

function features(options: ConfigurationOptions): NonNullable<Configuration['features']> {
  const { store, appClient, initialAccessToken } = options;
  const isTaken = (id: string): boolean =>
    id === appClient.client_id || store.get('Client', id) !== undefined;
  return {
    devInteractions: { enabled: false },
    resourceIndicators: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    registration: {
      enabled: true,
      initialAccessToken,
      idFactory: (ctx) => {
        const body: unknown = ctx.oidc.body;
        const requested = isRecord(body) ? body.client_id : undefined;
        return chooseClientId(requested, isTaken, () => randomBytes(12).toString('hex'));
      },
      secretFactory: makeClientSecret,
    },
    registrationManagement: { enabled: true, rotateRegistrationAccessToken: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        ctx.set(pageHeaders);
        ctx.body = signOutPage(pageLanguage(ctx.req), form);
      },
      postLogoutSuccessSource: (ctx) => {
        ctx.set(pageHeaders);
        ctx.body = signedOutPage(pageLanguage(ctx.req));
      },
    },
  };
}

/** One step for everything: the confirm page is the consent, so nothing else asks for it. */
function signInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const consent = policy.get('consent');
  for (const reason of [
    'native_client_prompt',
    'op_scopes_missing',
    'op_claims_missing',
    'rs_scopes_missing',
  ]) {
    consent?.checks.remove(reason);
  }
  const needsOpenid = new interactionPolicy.Check(
    'openid_scope',
    'scope must include openid',
    (ctx) => {
      const { scope } = ctx.oidc.params ?? {};
      if (typeof scope === 'string' && scope.split(' ').includes('openid')) return false;
      throw new errors.InvalidScope('scope must include openid', String(scope ?? ''));
    },
  );
  policy.get('login')?.checks.add(needsOpenid, 0);
  return policy;
}

async function grantWhatIsAsked(
  ctx: KoaContextWithOIDC,
): Promise<InstanceType<KoaContextWithOIDC['oidc']['provider']['Grant']> | undefined> {
  const { provider, client, account, session, params } = ctx.oidc;
  if (!client || !account) return undefined;
  const known = session?.grantIdFor(client.clientId);
  const grant =
    (known === undefined ? undefined : await provider.Grant.find(known)) ??
    new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope(String(params?.scope ?? 'openid'));
  await grant.save();
  return grant;
}

/** The spec requires a registered redirect_uri in the refresh too; Keycloak does not. */
function checkRefreshRedirect(ctx: KoaContextWithOIDC): void {
  const body: unknown = ctx.oidc.body;
  const url = isRecord(body) ? body.redirect_uri : undefined;
  if (url === undefined || url === '') {
    throw new errors.InvalidRequest('missing required parameter redirect_uri');
  }
  if (typeof url !== 'string' || !ctx.oidc.client?.redirectUriAllowed(url)) {
    throw new errors.InvalidGrant('redirect_uri is not registered with the client');
  }
}
