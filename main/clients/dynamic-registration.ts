import * as z from 'zod';
import { AppError } from '../../preload/contract/errors.ts';
import type { BufferedAnswer, Network, TlsIdentity } from '../network/index.ts';
import type { ClientProvider, IssuedClient, Management, WantedClient } from './provider.ts';
import { hostOf, readJson, refusal } from './refusal.ts';

/** Where a system registers clients, and as whom the app goes there. */
export interface Registration {
  /** The client registration endpoint (RFC 7591, section 3). */
  readonly endpoint: string;
  /** Null where registration is open to anyone. */
  readonly initialAccessToken: string | null;
  /** PEM of authorities to trust beyond the operating system's. */
  readonly authorities: readonly string[];
  readonly identity: TlsIdentity | null;
}

/** Client information response (RFC 7591, section 3.2.1), as far as it is used here. */
const clientInformation = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1).nullish(),
  client_id_issued_at: z.number().nonnegative().nullish(),
  redirect_uris: z.array(z.string()).nullish(),
  registration_client_uri: z.string().nullish(),
  registration_access_token: z.string().nullish(),
});

/** Clients by OAuth 2.0 dynamic client registration (RFC 7591) and its management (RFC 7592). */
export function dynamicRegistration(network: Network, registration: Registration): ClientProvider {
  const { endpoint, initialAccessToken, authorities, identity } = registration;
  const base = { authorities, identity };

  return {
    async create(wanted) {
      const answer = await network.request({
        ...base,
        url: endpoint,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(initialAccessToken === null ? {} : bearer(initialAccessToken)),
        },
        body: JSON.stringify(metadata(wanted)),
      });
      if (answer.status !== 201 && answer.status !== 200) throw refusal(answer);
      return readIssued(answer, wanted, endpoint);
    },

    async remove({ url, token }) {
      const headers = { accept: 'application/json', ...bearer(token) };
      const answer = await network.request({ ...base, url, method: 'DELETE', headers });
      const gone = [200, 202, 204, 401, 404, 410];
      // RFC 7592, section 2.3: 401 is the answer where the client does not exist any more.
      if (!gone.includes(answer.status)) throw refusal(answer);
    },
  };
}

function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/**
 * RFC 7591 has no `client_id` in a request; servers that let the user choose it read it there, others
 * ignore it and answer with an id of their own.
 */
function metadata({ clientId, redirectUrls }: WantedClient): Record<string, unknown> {
  return {
    client_id: clientId,
    client_name: clientId,
    redirect_uris: redirectUrls,
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

function readIssued(answer: BufferedAnswer, wanted: WantedClient, endpoint: string): IssuedClient {
  const read = clientInformation.safeParse(readJson(answer));
  if (!read.success) {
    throw new AppError('answer-shape', { details: { host: hostOf(answer) }, cause: read.error });
  }
  const { data } = read;
  return {
    clientId: data.client_id,
    redirectUrls: data.redirect_uris ?? wanted.redirectUrls,
    secret: data.client_secret ?? null,
    createdAt: data.client_id_issued_at ? fromSeconds(data.client_id_issued_at) : null,
    management: readManagement(
      data.registration_client_uri,
      data.registration_access_token,
      endpoint,
    ),
  };
}

function fromSeconds(seconds: number): string | null {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.valueOf()) ? null : date.toISOString();
}

/** The token goes to the server that gave it and to no other: an address of another origin is not used. */
function readManagement(
  url: string | null | undefined,
  token: string | null | undefined,
  endpoint: string,
): Management | null {
  if (!url || !token || !URL.canParse(url, endpoint)) return null;
  const resolved = new URL(url, endpoint);
  return resolved.origin === new URL(endpoint).origin ? { url: resolved.href, token } : null;
}
