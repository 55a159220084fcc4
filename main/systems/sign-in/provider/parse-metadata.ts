import type * as oauth from 'oauth4webapi';
import { signingAlgorithms } from './signature.ts';

/**
 * Returns metadata of a checked issuer with every used field in its own type: odd values count as omitted, and an
 * endpoint that is a path is at the issuer's origin.
 */
export function readMetadata(said: oauth.AuthorizationServer): oauth.AuthorizationServer {
  const fields = said as Readonly<Record<string, unknown>>;
  const endpoint = (name: string): string | undefined => {
    const value = fields[name];
    if (typeof value !== 'string' || value.trim() === '') return undefined;
    const isPath = value.startsWith('/') && URL.canParse(value, said.issuer);
    return isPath ? new URL(value, said.issuer).href : value.trim();
  };
  const aliases = fields.mtls_endpoint_aliases;
  return {
    issuer: said.issuer,
    authorization_endpoint: endpoint('authorization_endpoint'),
    token_endpoint: endpoint('token_endpoint'),
    jwks_uri: endpoint('jwks_uri'),
    revocation_endpoint: endpoint('revocation_endpoint'),
    end_session_endpoint: endpoint('end_session_endpoint'),
    id_token_signing_alg_values_supported: listOf(fields.id_token_signing_alg_values_supported),
    // Required only if promised: a text "false" promises nothing.
    authorization_response_iss_parameter_supported: isTrue(
      fields.authorization_response_iss_parameter_supported,
    ),
    mtls_endpoint_aliases:
      typeof aliases === 'object' && aliases !== null && !Array.isArray(aliases)
        ? (aliases as oauth.AuthorizationServer['mtls_endpoint_aliases'])
        : undefined,
  };
}

/**
 * Returns the allowed signature algorithms of an id_token: those in discovery, if listed. Never `none`, and none with a
 * shared secret.
 */
export function algorithmsOf({
  id_token_signing_alg_values_supported: listed,
}: oauth.AuthorizationServer): string[] {
  if (listed === undefined || listed.length === 0) return [...signingAlgorithms];
  return signingAlgorithms.filter((name) => listed.includes(name));
}

function listOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((name) => name !== '');
  if (!Array.isArray(value)) return undefined;
  return value.filter((name): name is string => typeof name === 'string' && name !== '');
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}
