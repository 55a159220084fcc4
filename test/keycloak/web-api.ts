import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { https } from './https.ts';
import type { KeycloakFacts } from './keycloak.ts';
import { asksForCertificates, presentedTo } from './presented.ts';

/** A Web API that asks Keycloak of every access token, and says 403 where Keycloak does not take it. */
export interface TokenWebApi {
  readonly url: string;
  /** Status of every answer, in order. */
  readonly answers: readonly number[];
  /** Who presented a certificate with them, by its file; null: nobody. */
  readonly certificates: readonly (string | null)[];
  /** Refuses access tokens that were issued before now, as a gateway does that caches. */
  refuseTokensSoFar(): void;
  close(): Promise<void>;
}

/** The same for one test, gone with it. */
export async function startTokenWebApi(
  ...given: Parameters<typeof openTokenWebApi>
): Promise<TokenWebApi> {
  const webApi = await openTokenWebApi(...given);
  onTestFinished(() => webApi.close());
  return webApi;
}

/** @param server PEM of a certificate and key for localhost that clients of the test trust. */
export async function openTokenWebApi(
  keycloak: KeycloakFacts,
  server: { readonly certificatePem: string; readonly privateKeyPem: string },
): Promise<TokenWebApi> {
  const answers: number[] = [];
  const certificates: (string | null)[] = [];
  const presentedBy = presentedTo(keycloak);
  const seen = new Set<string>();
  const refused = new Set<string>();
  const statusFor = async (incoming: IncomingMessage): Promise<number> => {
    const { authorization = '' } = incoming.headers;
    const certificate = presentedBy(incoming);
    certificates.push(certificate?.certificateFile ?? null);
    seen.add(authorization);
    if (refused.has(authorization)) return 403;
    const { status } = await https({
      url: `${keycloak.issuer}/protocol/openid-connect/userinfo`,
      headers: { authorization },
      authority: keycloak.authorities.server.pem,
      // A bound token is of use only together with its certificate.
      certificate,
    });
    return status === 200 ? 200 : 403;
  };
  const http = createServer(
    {
      cert: server.certificatePem,
      key: server.privateKeyPem,
      ...asksForCertificates(keycloak),
    },
    (request, response) => {
      statusFor(request).then(
        (status) => {
          answers.push(status);
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(status === 200 ? '[{"status":"OK","machine":"cpu-main"}]' : '{}');
        },
        (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
      );
    },
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(http.address() as AddressInfo).port}`,
    answers,
    certificates,
    refuseTokensSoFar() {
      for (const authorization of seen) refused.add(authorization);
    },
    async close() {
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}
