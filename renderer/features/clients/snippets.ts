/** Where a client's tokens are got and used; addresses without a slash at their end. */
export interface ClientPlaces {
  readonly authUrl: string;
  readonly realmPath: string;
  readonly webApiUrl: string;
  /** How the token is presented: the header's name, and the scheme before the token or ''. */
  readonly header: string;
  readonly scheme: string;
}

export interface ClientUse {
  readonly clientId: string;
  readonly hasSecret: boolean;
  /** One that is registered, in full. */
  readonly redirectUrl: string;
}

export const snippetKinds = ['curl', 'env', 'json'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

/**
 * Ready settings for a program that uses the client: the requests of the specification's two endpoints
 * with its placeholders. The secret is never in the text.
 */
export function snippetOf(kind: SnippetKind, use: ClientUse, places: ClientPlaces): string {
  if (kind === 'env') return environment(use, places);
  return kind === 'json' ? configuration(use, places) : curl(use, places);
}

function endpoints({ authUrl, realmPath }: ClientPlaces) {
  const issuer = `${authUrl}${realmPath}`;
  const base = `${issuer}/protocol/openid-connect`;
  return { issuer, authorization: `${base}/auth`, token: `${base}/token` };
}

function authorizationUrl({ clientId, redirectUrl }: ClientUse, places: ClientPlaces): string {
  const query = new URLSearchParams({
    response_type: 'code',
    scope: 'openid',
    client_id: clientId,
    redirect_uri: redirectUrl,
  });
  return `${endpoints(places).authorization}?${query.toString()}`;
}

function curl(use: ClientUse, places: ClientPlaces): string {
  const { clientId, hasSecret, redirectUrl } = use;
  const { webApiUrl, header, scheme } = places;
  const { token } = endpoints(places);
  const request = (...fields: readonly (readonly [string, string])[]): string =>
    [
      `curl ${quoted(token)}`,
      ...fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
      `--data-urlencode ${quoted(`client_id=${clientId}`)}`,
      // Not an argument: those of a process can be read by everyone on the machine.
      ...(hasSecret ? [`--data-urlencode client_secret@<(printf %s "$CLIENT_SECRET")`] : []),
      `--data-urlencode ${quoted(`redirect_uri=${redirectUrl}`)}`,
    ].join(' \\\n  ');
  const presented = `${header}: ${scheme === '' ? '' : `${scheme} `}<ACCESS_TOKEN>`;
  return [
    ...(hasSecret ? ['# 0. read -rs CLIENT_SECRET', ''] : []),
    `# 1. ${authorizationUrl(use, places)}`,
    '',
    '# 2.',
    request(['grant_type', 'authorization_code'], ['code', '<AUTHORIZATION_CODE>']),
    '',
    '# 3.',
    `curl ${quoted(`${webApiUrl}/status/`)} -H ${quoted(presented)}`,
    '',
    '# 4. 403',
    request(['grant_type', 'refresh_token'], ['refresh_token', '<REFRESH_TOKEN>']),
  ].join('\n');
}

function environment(
  { clientId, hasSecret, redirectUrl }: ClientUse,
  places: ClientPlaces,
): string {
  const { issuer, authorization, token } = endpoints(places);
  const lines = {
    OIDC_ISSUER: issuer,
    OIDC_AUTHORIZATION_ENDPOINT: authorization,
    OIDC_TOKEN_ENDPOINT: token,
    OIDC_CLIENT_ID: clientId,
    ...(hasSecret ? { OIDC_CLIENT_SECRET: '' } : {}),
    OIDC_REDIRECT_URI: redirectUrl,
    OIDC_SCOPE: 'openid',
    WEB_API_URL: places.webApiUrl,
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name}=${value === '' ? '' : quoted(value)}`)
    .join('\n');
}

function configuration({ clientId, redirectUrl }: ClientUse, places: ClientPlaces): string {
  const { issuer, authorization, token } = endpoints(places);
  const content = {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
    client_id: clientId,
    redirect_uri: redirectUrl,
    response_type: 'code',
    scope: 'openid',
    token_endpoint_auth_method: 'client_secret_post',
  };
  return JSON.stringify(content, null, 2);
}

/** For a shell that follows POSIX. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
