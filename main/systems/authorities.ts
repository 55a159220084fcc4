import { X509Certificate } from 'node:crypto';
import { AppError } from '../../preload/contract/errors.ts';
import type { Authority } from '../../preload/contract/systems.ts';
import { certificateBlocks } from '../network/index.ts';

/**
 * Certificate authorities from a PEM file of one or more, or from one DER certificate.
 * The runtime's own parser reads them: what it cannot read its TLS cannot trust either.
 * @throws AppError `certificate-not-a-certificate`, `certificate-malformed`
 */
export function readAuthorities(bytes: Uint8Array): Authority[] {
  const text = Buffer.from(bytes).toString('latin1');
  const blocks: (string | Buffer)[] = certificateBlocks(text);
  if (blocks.length === 0) {
    const der = bytes[0] === 0x30;
    if (!der) throw new AppError('certificate-not-a-certificate');
    blocks.push(Buffer.from(bytes));
  }
  const found = blocks.map(describe);
  return found.filter(
    (authority, at) => found.findIndex((one) => one.fingerprint === authority.fingerprint) === at,
  );
}

function describe(source: string | Buffer): Authority {
  try {
    const certificate = new X509Certificate(source);
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
