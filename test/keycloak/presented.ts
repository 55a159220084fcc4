import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { KeycloakFacts } from './keycloak.ts';

type Known = KeycloakFacts['strangers']['unknown'];

/** Tells which of the test's users presented a certificate, so that a server of the test can go on as them. */
export function presentedTo(keycloak: KeycloakFacts): (incoming: IncomingMessage) => Known | null {
  const known = new Map<string, Known>(
    [...Object.values(keycloak.users), ...Object.values(keycloak.strangers)].map((user) => [
      new X509Certificate(user.certificatePem).fingerprint256,
      user,
    ]),
  );
  return ({ socket }) => {
    if (!(socket instanceof TLSSocket)) return null;
    return known.get(socket.getPeerCertificate().fingerprint256 ?? '') ?? null;
  };
}

/** What a server of the test needs to ask for certificates and take any: Keycloak is who judges them. */
export function asksForCertificates({ authorities }: KeycloakFacts) {
  return { ca: authorities.users.pem, requestCert: true, rejectUnauthorized: false } as const;
}
