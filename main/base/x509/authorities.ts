import { X509Certificate } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import { maxAuthorities } from '../../../preload/contract/systems/system-choices.ts';
import type { Authority } from '../../../preload/contract/systems/systems.ts';
import { certificatesOfFile, satisfiesConstraints } from './server-chain/index.ts';
import { mayIssue } from './version.ts';

/**
 * Reads certificate authorities from a PEM file of one or more, a `.p7b`, or one DER certificate. Uses the runtime's
 * own parser: its TLS could not trust what that cannot read.
 * @throws AppError `certificate-not-a-certificate`, `certificate-malformed`
 */
export function readAuthorities(bytes: Uint8Array): Authority[] {
  return distinct(certificatesIn(bytes).map(describe));
}

/**
 * Reads authorities that somebody was given: leaves out a server's certificate, as in a file with its whole chain,
 * because the connection doctor pins those. A self-issued one is trusted for what it may issue, or for itself.
 * @throws AppError `certificate-not-an-authority` if nothing else is in it, `authority-not-for-servers`,
 * `authorities-too-many`; `certificate-not-a-certificate`, `certificate-malformed`
 */
export function readGivenAuthorities(pieces: readonly Uint8Array[]): Authority[] {
  const all = pieces.flatMap((bytes) => certificatesIn(bytes));
  const [first] = all;
  const issuing = all.filter(isAnchor);
  if (first !== undefined && issuing.length === 0) {
    throw new AppError('certificate-not-an-authority', {
      details: { name: commonName(first.subject), issuer: commonName(first.issuer) },
    });
  }
  const forServers = issuing.filter(({ raw }) => satisfiesConstraints([raw]));
  if (issuing[0] !== undefined && forServers.length === 0) {
    const details = { name: commonName(issuing[0].subject) };
    throw new AppError('authority-not-for-servers', { details });
  }
  const found = distinct(forServers.map(describe));
  if (found.length > maxAuthorities) {
    throw new AppError('authorities-too-many', { details: { limit: maxAuthorities } });
  }
  return found;
}

/**
 * Does the same for authorities that the user adds now: expired ones are no use any more.
 * @throws AppError `authority-expired` if all are expired, else as `readGivenAuthorities`
 */
export function readAddedAuthorities(bytes: Uint8Array, now: Date): Authority[] {
  const found = readGivenAuthorities([bytes]);
  const good = found.filter(({ notAfter }) => Date.parse(notAfter) >= now.getTime());
  const [first] = found;
  if (first !== undefined && good.length === 0) {
    const name = commonName(first.subject.split(', ').join('\n'));
    throw new AppError('authority-expired', {
      details: { name, date: first.notAfter.slice(0, 10) },
    });
  }
  return good;
}

function certificatesIn(bytes: Uint8Array): X509Certificate[] {
  const found = certificatesOfFile(bytes);
  if (found === 'none' || found.length === 0) throw new AppError('certificate-not-a-certificate');
  if (found === 'malformed') throw new AppError('certificate-malformed');
  try {
    return found.map((der) => new X509Certificate(der));
  } catch (cause) {
    throw new AppError('certificate-malformed', { cause });
  }
}

/**
 * Returns whether it is an authority or a self-issued server certificate: the two that a connection can be made to
 * trust.
 */
function isAnchor(certificate: X509Certificate): boolean {
  if (mayIssue(certificate)) return true;
  try {
    const { subject, issuer, publicKey } = certificate;
    return subject === issuer && certificate.verify(publicKey);
  } catch {
    // A key that the runtime does not know verifies no server.
    return false;
  }
}

function distinct(found: readonly Authority[]): Authority[] {
  const byFingerprint = new Map(found.map((one) => [one.fingerprint, one]));
  return [...byFingerprint.values()];
}

function describe(certificate: X509Certificate): Authority {
  try {
    return {
      subject: certificate.subject.split('\n').reverse().join(', '),
      notAfter: new Date(certificate.validTo).toISOString(),
      fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      pem: certificate.toString(),
    };
  } catch (cause) {
    throw new AppError('certificate-malformed', { cause });
  }
}

/** Returns the name in a form for sentences. */
function commonName(name: string): string {
  const lines = name.split('\n');
  const found = lines.find((line) => line.startsWith('CN='))?.slice(3) ?? lines.join(', ');
  return found.slice(0, 100);
}
