import { X509Certificate } from 'node:crypto';
import { AppError } from '../../preload/contract/errors.ts';
import { mostAuthorities } from '../../preload/contract/systems/system-choices.ts';
import type { Authority } from '../../preload/contract/systems/systems.ts';
import { certificateBlocks } from '../network/index.ts';

/**
 * Certificate authorities from a PEM file of one or more, or from one DER certificate.
 * The runtime's own parser reads them: what it cannot read its TLS cannot trust either.
 * @throws AppError `certificate-not-a-certificate`, `certificate-malformed`
 */
export function readAuthorities(bytes: Uint8Array): Authority[] {
  return distinct(certificatesIn(bytes).map(describe));
}

/**
 * Of what somebody was handed as an authority: a server's certificate in it, as in a file with its whole chain, is left
 * out, for trusting that one helps nothing. One that is its own issuer is an authority, whatever it says of itself.
 * @throws AppError `certificate-not-an-authority` where nothing else is in it, `authorities-too-many`;
 * `certificate-not-a-certificate`, `certificate-malformed`
 */
export function readGivenAuthorities(pieces: readonly Uint8Array[]): Authority[] {
  const all = pieces.flatMap((bytes) => certificatesIn(bytes));
  const issuing = all.filter((one) => one.ca || one.checkIssued(one));
  const [first] = all;
  if (first !== undefined && issuing.length === 0) {
    throw new AppError('certificate-not-an-authority', {
      details: { name: commonName(first.subject), issuer: commonName(first.issuer) },
    });
  }
  const found = distinct(issuing.map(describe));
  if (found.length > mostAuthorities) {
    throw new AppError('authorities-too-many', { details: { limit: mostAuthorities } });
  }
  return found;
}

function certificatesIn(bytes: Uint8Array): X509Certificate[] {
  const text = Buffer.from(bytes).toString('latin1');
  const blocks: (string | Buffer)[] = certificateBlocks(text);
  if (blocks.length === 0) {
    const der = bytes[0] === 0x30;
    if (!der) throw new AppError('certificate-not-a-certificate');
    blocks.push(Buffer.from(bytes));
  }
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch (cause) {
    throw new AppError('certificate-malformed', { cause });
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

/** As a sentence can name it. */
function commonName(name: string): string {
  const lines = name.split('\n');
  const found = lines.find((line) => line.startsWith('CN='))?.slice(3) ?? lines.join(', ');
  return found.slice(0, 100);
}
