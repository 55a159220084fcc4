import * as z from 'zod';
import type { Network } from '../../../base/network/index.ts';
import { readDocument, refuse, requireAddress } from './requests.ts';
import type { ProtectedService } from './types.ts';

const address = z.string().min(1).max(2_000);
const words = z.array(z.string().max(500)).max(500).optional().catch(undefined);

const ofResource = z.object({
  resource: address,
  authorization_servers: z.array(address).max(50).optional(),
  scopes_supported: words,
});
const ofServer = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  registration_endpoint: address.optional(),
  revocation_endpoint: address.optional(),
  scopes_supported: words,
  code_challenge_methods_supported: words,
  token_endpoint_auth_methods_supported: words,
  authorization_response_iss_parameter_supported: z.boolean().catch(false).default(false),
});
type ServerMetadata = z.infer<typeof ofServer>;

/** Who gives tokens for a service, and what to ask for. */
export interface Discovered {
  readonly server: ServerMetadata;
  /** Resource indicator (RFC 8707). */
  readonly resource: string;
  readonly scope: string | null;
}

/**
 * Finds the authorization server of a service by the service's metadata (RFC 9728) and by the server's own (RFC 8414,
 * or OpenID Connect Discovery). A service without metadata is its own authorization server, as in the protocol's
 * generation of 2025-03.
 * @throws AppError `tool-server-sign-in-failed`, and those of the network
 */
export async function discover(
  network: Pick<Network, 'request'>,
  service: ProtectedService,
  signal: AbortSignal,
): Promise<Discovered> {
  const { url, challenge } = service;
  const read = (at: URL): Promise<unknown> => readDocument(network, service, at, signal);
  const found = await firstOf(placesOfResource(service), read);
  const metadata = found === undefined ? null : parsed(service, url, ofResource, found);
  if (metadata !== null && !covers(metadata.resource, url)) {
    throw refuse(service, url.host, `its metadata is of ${metadata.resource.slice(0, 100)}`);
  }
  const issuer = metadata?.authorization_servers?.[0] ?? url.origin;
  const at = requireAddress(service, issuer, 'the authorization server');
  const document = await firstOf(placesOfServer(at), read);
  if (document === undefined) throw refuse(service, at.host, 'it has no metadata');
  const server = parsed(service, at, ofServer, document);
  checkServer(service, server, issuer);
  const scope = challenge?.scope ?? metadata?.scopes_supported?.join(' ') ?? '';
  return {
    server,
    resource: metadata?.resource ?? `${url.origin}${url.pathname}`,
    scope: scope === '' ? null : withOfflineAccess(scope, server),
  };
}

/** In the order in which they are asked. */
async function firstOf(
  places: readonly URL[],
  read: (at: URL) => Promise<unknown>,
): Promise<unknown> {
  for (const place of places) {
    const found = await read(place);
    if (found !== undefined) return found;
  }
  return undefined;
}

const pathOf = ({ pathname }: URL): string => pathname.replace(/\/$/, '');

function placesOfResource(service: ProtectedService): URL[] {
  const { url, challenge } = service;
  if (challenge?.metadataUrl != null) {
    const named = requireAddress(service, challenge.metadataUrl, 'its metadata');
    // Only the service's own origin says what the service is.
    if (named.origin === url.origin) return [named];
    throw refuse(service, url.host, `its metadata is at ${named.origin}`);
  }
  const wellKnown = '/.well-known/oauth-protected-resource';
  const paths = new Set([wellKnown + pathOf(url), wellKnown]);
  return [...paths].map((path) => new URL(path, url.origin));
}

/** RFC 8414, section 3.1, and both forms of OpenID Connect. */
function placesOfServer(issuer: URL): URL[] {
  const path = pathOf(issuer);
  const paths = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    ...(path === '' ? [] : [`${path}/.well-known/openid-configuration`]),
  ];
  return paths.map((one) => new URL(one, issuer.origin));
}

function parsed<T>(service: ProtectedService, at: URL, shape: z.ZodType<T>, value: unknown): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const field = String(read.error.issues[0]?.path[0] ?? '');
  throw refuse(service, at.host, `its metadata has no usable ${field}`.trim());
}

/** Whether metadata of a resource is of this address: the same origin, and the same path or one above it. */
function covers(resource: string, url: URL): boolean {
  if (!URL.canParse(resource)) return false;
  const { origin, pathname } = new URL(resource);
  const above = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return origin === url.origin && `${url.pathname}/`.startsWith(above);
}

/** @throws AppError `tool-server-sign-in-failed` */
function checkServer(service: ProtectedService, server: ServerMetadata, issuer: string): void {
  const { host } = new URL(issuer);
  // RFC 8414, section 3.3: identical. Services write the root with a slash that the server's own name may lack.
  if (server.issuer !== issuer && `${server.issuer}/` !== issuer) {
    throw refuse(service, host, `it says that it is ${server.issuer.slice(0, 100)}`);
  }
  if (server.code_challenge_methods_supported?.includes('S256') !== true) {
    throw refuse(service, host, 'it does not support PKCE (S256)');
  }
  const { authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint } =
    server;
  requireAddress(service, authorization_endpoint, 'the authorization endpoint');
  requireAddress(service, token_endpoint, 'the token endpoint');
  for (const more of [registration_endpoint, revocation_endpoint]) {
    if (more !== undefined) requireAddress(service, more, 'an endpoint');
  }
}

/** A server that has it gives a refresh token only with it. */
function withOfflineAccess(scope: string, { scopes_supported: offered = [] }: ServerMetadata) {
  const asked = scope.split(' ');
  const isMissing = offered.includes('offline_access') && !asked.includes('offline_access');
  return isMissing ? `${scope} offline_access` : scope;
}
