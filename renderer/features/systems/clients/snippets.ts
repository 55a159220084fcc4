import {
  asking,
  command,
  jsonText,
  programOf,
  quoted,
  type Shell,
  setting,
  settingOfFile,
} from '../../../kit/shells.ts';
import { authoritiesFile, trustedBy } from '../elsewhere/index.ts';

/** Endpoints for a client's tokens, and their use; addresses without a trailing slash. */
export interface ClientPlaces {
  readonly authUrl: string;
  readonly realmPath: string;
  /** Empty if the system has none. */
  readonly webApiUrl: string;
  /** How the token is sent: the header's name, and the scheme before the token or ''. */
  readonly header: string;
  readonly scheme: string;
  /** The system has authorities of its own, in `authoritiesFile`. */
  readonly ownAuthorities: boolean;
}

export interface ClientUse {
  readonly clientId: string;
  readonly hasSecret: boolean;
  /** A registered one, in full. */
  readonly redirectUrl: string;
}

export const snippetKinds = ['curl', 'env', 'json'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

/**
 * Returns settings for a program that uses the client: requests to the specification's two endpoints with its
 * placeholders. The text never contains the secret.
 */
export function snippetOf(
  kind: SnippetKind,
  shell: Shell,
  use: ClientUse,
  places: ClientPlaces,
): string {
  if (kind === 'env') return environment(shell, use, places);
  return kind === 'json' ? configuration(use, places) : curl(shell, use, places);
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

function curl(shell: Shell, use: ClientUse, places: ClientPlaces): string {
  const { clientId, hasSecret, redirectUrl } = use;
  const { webApiUrl, header, scheme, ownAuthorities } = places;
  const { token } = endpoints(places);
  const note = shell === 'cmd' ? 'rem' : '#';
  const call = (url: string, parts: readonly string[]): string =>
    command(shell, [
      `${programOf(shell, 'curl')} ${quoted(shell, url)}`,
      ...trustedBy(shell, ownAuthorities),
      ...parts,
    ]);
  const field = (name: string, value: string): string =>
    `--data-urlencode ${quoted(shell, `${name}=${value}`)}`;
  const request = (...fields: readonly (readonly [string, string])[]): string =>
    call(token, [
      ...fields.map(([name, value]) => field(name, value)),
      field('client_id', clientId),
      ...(hasSecret ? secret(shell) : []),
      field('redirect_uri', redirectUrl),
    ]);
  const presented = `${header}: ${scheme === '' ? '' : `${scheme} `}<ACCESS_TOKEN>`;
  return [
    ...(hasSecret ? [`${note} 0.`, ...asking(shell, 'CLIENT_SECRET', 'Client secret'), ''] : []),
    // quoted here too: a shell without comments would run its content
    `${note} 1. ${quoted(shell, authorizationUrl(use, places))}`,
    '',
    `${note} 2.`,
    request(['grant_type', 'authorization_code'], ['code', '<AUTHORIZATION_CODE>']),
    '',
    ...(webApiUrl === ''
      ? []
      : [`${note} 3.`, call(`${webApiUrl}/status/`, [`-H ${quoted(shell, presented)}`]), '']),
    `${note} 4. 403`,
    request(['grant_type', 'refresh_token'], ['refresh_token', '<REFRESH_TOKEN>']),
  ].join('\n');
}

/** Not as an argument: everyone on the machine can read a process's arguments. */
function secret(shell: Shell): string[] {
  if (shell === 'bash') return ['--data-urlencode client_secret@<(printf %s "$CLIENT_SECRET")'];
  return [
    `--variable ${quoted(shell, '%CLIENT_SECRET')}`,
    `--expand-data-urlencode ${quoted(shell, 'client_secret={{CLIENT_SECRET}}')}`,
  ];
}

function environment(
  shell: Shell,
  { clientId, hasSecret, redirectUrl }: ClientUse,
  places: ClientPlaces,
): string {
  const { issuer, authorization, token } = endpoints(places);
  const values = {
    OIDC_ISSUER: issuer,
    OIDC_AUTHORIZATION_ENDPOINT: authorization,
    OIDC_TOKEN_ENDPOINT: token,
    OIDC_CLIENT_ID: clientId,
    OIDC_REDIRECT_URI: redirectUrl,
    OIDC_SCOPE: 'openid',
    ...(places.webApiUrl === '' ? {} : { WEB_API_URL: places.webApiUrl }),
  };
  const files = places.ownAuthorities ? ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'] : [];
  return [
    ...Object.entries(values).map(([name, value]) => setting(shell, name, value)),
    ...files.map((name) => settingOfFile(shell, name, authoritiesFile)),
    ...(hasSecret ? asking(shell, 'OIDC_CLIENT_SECRET', 'Client secret') : []),
  ].join('\n');
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
    ...(places.ownAuthorities ? { ca_file: authoritiesFile } : {}),
  };
  return jsonText(content, 2);
}
