import { join } from 'node:path';
import Provider, { type ClientMetadata } from 'oidc-provider';
import type { Handler } from '../http/server.ts';
import { type Authority, readClientCertificate } from '../pki/index.ts';
import { applyKeycloakRedirectRules } from './client-rules.ts';
import {
  confirmPath,
  type Lifetimes,
  makeClientSecret,
  providerConfiguration,
  realmPath,
  registrationPath,
} from './configuration.ts';
import { handleConfirm } from './confirm.ts';
import { reissueSecrets } from './new-secret.ts';
import { openIdentitySecrets } from './secrets.ts';
import { openStore } from './store.ts';
import {
  applySpecTokenResponse,
  type TokenRequest,
  type TokenResponseStyle,
} from './token-response.ts';
import { provideUrlParse } from './url-parse.ts';

export type { Lifetimes } from './configuration.ts';
export type { TokenRequest, TokenResponseStyle } from './token-response.ts';

export interface IdentityOptions {
  readonly folder: string;
  /** The server's origin: the issuer is this plus the realm's path. */
  readonly origin: string;
  readonly authority: Authority;
  readonly lifetimes: Lifetimes;
  readonly style: TokenResponseStyle;
  readonly rotateRefreshTokens: boolean;
  readonly onTokenRequest: (request: TokenRequest) => void;
}

/** Credentials of the client registered for the app itself. */
export interface AppClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUrls: readonly string[];
}

/** The identity provider. */
export interface Identity {
  readonly handler: Handler;
  readonly appClient: AppClient;
  readonly initialAccessToken: string;
  readonly registrationEndpoint: string;
  /**
   * Returns whether an access token is known, not expired, not older than the not-before policy, and its client still
   * exists.
   */
  acceptsToken(token: string): Promise<boolean>;
  /** Returns the ids of registered clients, without the app's own. */
  registeredClients(): string[];
  /** Makes every token or session of a kind unknown from now on. */
  expire(what: 'AccessToken' | 'RefreshToken' | 'Session'): Promise<void>;
}

const redirectUrls = ['compute-desk://oauth/callback', 'http://127.0.0.1/oauth/callback'] as const;

/** Opens the identity provider with the state in `folder`. */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  provideUrlParse();
  const store = await openStore(join(options.folder, 'state.json'));
  const secrets = await openIdentitySecrets(join(options.folder, 'secrets.json'));
  const appClient = {
    client_id: 'compute-desk',
    client_name: 'Compute Desk',
    client_secret: secrets.clientSecret,
    redirect_uris: [...redirectUrls],
    post_logout_redirect_uris: [...redirectUrls],
  } satisfies ClientMetadata;
  const provider = new Provider(
    `${options.origin}${realmPath}`,
    providerConfiguration({ ...options, ...secrets, store, appClient }),
  );
  applyKeycloakRedirectRules(provider);
  reissueSecrets(provider, store, makeClientSecret);
  applySpecTokenResponse(provider, options.style, options.onTokenRequest);
  const serve = provider.callback();

  return {
    handler: async (request, response) => {
      const path = request.url ?? '/';
      if (!path.startsWith(`${realmPath}/`)) {
        response.writeHead(404, { 'content-type': 'text/plain' });
        response.end('Not found\n');
        return;
      }
      if (path.startsWith(`${realmPath}${confirmPath}/`)) {
        await handleConfirm(request, response, {
          provider,
          store,
          certificateOf: (one) => readClientCertificate(one, options.authority.certificate),
        });
        return;
      }
      // The provider treats the part of `originalUrl` before `url` as its mount path.
      Object.assign(request, { originalUrl: path, url: path.slice(realmPath.length) });
      await serve(request, response);
    },
    appClient: {
      clientId: appClient.client_id,
      clientSecret: secrets.clientSecret,
      redirectUrls,
    },
    initialAccessToken: secrets.initialAccessToken,
    registrationEndpoint: `${options.origin}${realmPath}${registrationPath}`,
    acceptsToken: async (token) => {
      const found = await provider.AccessToken.find(token);
      if (!found?.isValid || found.iat < options.style.notBefore) return false;
      return (await provider.Client.find(found.clientId ?? '')) !== undefined;
    },
    registeredClients: () => store.list('Client').map(([id]) => id),
    expire: (what) => store.remove(what, () => true),
  };
}
