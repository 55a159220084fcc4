import * as z from 'zod';
import type { Language } from '../../../../common/texts/language.ts';
import type { Log } from '../../../base/host.ts';
import type { Connection, Network } from '../../../base/network/index.ts';
import type { SignInHost } from '../ways/way.ts';

export interface ServiceSignInDeps {
  readonly network: Network;
  readonly host: SignInHost;
  readonly language: () => 'system' | Language;
  readonly log: Log;
}

/** What a service said when it refused a call (RFC 6750, section 3; RFC 9728, section 5.1). */
export interface Challenge {
  readonly metadataUrl: string | null;
  readonly scope: string | null;
}

/** A service that takes calls only with a token of an authorization server that it names (RFC 9728). */
export interface ProtectedService {
  /** As the user calls it. */
  readonly name: string;
  readonly url: URL;
  readonly connection: Connection;
  readonly challenge: Challenge | null;
  /** The client that the user registered there; null: the app registers one for each sign-in. */
  readonly client: { readonly id: string; readonly secret: string | null } | null;
}

export const clientAuthentications = ['none', 'client_secret_basic', 'client_secret_post'] as const;

const client = z.object({
  id: z.string(),
  secret: z.string().nullable(),
  authentication: z.enum(clientAuthentications),
});
export type Client = z.infer<typeof client>;

/** What a sign-in left, a secret: it goes to this issuer's endpoints and this resource alone. */
export const serviceTokens = z.object({
  issuer: z.string(),
  resource: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().nullable(),
  client,
  /** As granted. */
  scope: z.string().nullable(),
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** ms since 1970 */
  expiresAt: z.number().nullable(),
});
export type ServiceTokens = z.infer<typeof serviceTokens>;

/** Where the user's browser goes to. */
export interface Waiting {
  /** Leads the browser there once; new after each use. Null: it opens by itself. */
  readonly address: string | null;
  /** Whether the browser was opened already. */
  readonly opened: boolean;
}
