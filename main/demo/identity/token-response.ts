import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isRecord } from '../files.ts';

/** How the token endpoint's answers differ from the spec, as deployments do. */
export interface TokenResponseStyle {
  /** The spec says `bearer`; newer servers say `Bearer`. */
  tokenType: 'bearer' | 'Bearer';
  /** Leaves out `id_token`. */
  omitIdToken: boolean;
  /** Reported instead of the real value, for example 0 (an offline token of unknown lifetime). */
  refreshExpiresIn: number | undefined;
  /** Seconds since the epoch; access tokens issued earlier are refused. */
  notBefore: number;
}

/** One request at the token endpoint, with its answer. */
export interface TokenRequest {
  readonly grantType: string;
  readonly clientId: string;
  readonly hasRedirectUri: boolean;
  readonly status: number;
}

/** Completes the token response to the nine fields of the spec, and reports each request. */
export function applySpecTokenResponse(
  provider: Provider,
  style: TokenResponseStyle,
  onRequest: (request: TokenRequest) => void,
): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.method !== 'POST' || !ctx.path.endsWith('/protocol/openid-connect/token')) return;
    const { oidc } = ctx as unknown as KoaContextWithOIDC;
    const form: unknown = oidc.body;
    onRequest({
      grantType: field(form, 'grant_type'),
      clientId: field(form, 'client_id'),
      hasRedirectUri: field(form, 'redirect_uri') !== '',
      status: ctx.status,
    });
    if (ctx.status !== 200 || !isRecord(ctx.body)) return;
    const { RefreshToken: refresh, AccessToken: access } = oidc.entities;
    const { id_token: idToken, ...body } = ctx.body;
    ctx.body = {
      ...body,
      ...(idToken !== undefined && !style.omitIdToken && { id_token: idToken }),
      ...(refresh && { refresh_expires_in: style.refreshExpiresIn ?? lifetimeOf(refresh) }),
      token_type: style.tokenType,
      'not-before-policy': style.notBefore,
      session_state: access?.sessionUid ?? '',
      scope: body.scope ?? '',
    };
  });
}

/** Like Keycloak, returns 0 for an offline token: its lifetime is not stated. */
function lifetimeOf(refresh: { scopes: Set<string>; remainingTTL: number }): number {
  return refresh.scopes.has('offline_access') ? 0 : refresh.remainingTTL;
}

function field(form: unknown, name: string): string {
  const value = isRecord(form) ? form[name] : undefined;
  return typeof value === 'string' ? value : '';
}
