import { AppError } from '../../../preload/contract/errors.ts';
import type { Authority } from '../../../preload/contract/systems/systems.ts';
import { readTrustAnchors } from './authorities.ts';
import { pemBlock } from './pem.ts';

/** Returns PEM for a certificate pasted into a file: PEM unchanged, bare Base64 with PEM armour. */
export function armouredPem(text: string): string {
  const base64 = text.replace(/\s+/g, '');
  if (text.includes('-----') || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return text;
  const der = Buffer.from(base64, 'base64');
  return isCertificate(der) ? pemBlock('CERTIFICATE', der) : text;
}

/** Checks the first fields (RFC 5280, section 4.1): a key, a PKCS#12 file and a request begin differently. */
function isCertificate(der: Uint8Array): boolean {
  const inner = contentOf(der, 0);
  const first = der[contentOf(der, inner)] ?? 0;
  return der[0] === 0x30 && der[inner] === 0x30 && (first === 0xa0 || first === 0x02);
}

function contentOf(der: Uint8Array, at: number): number {
  const length = der[at + 1] ?? 0;
  return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
}

/**
 * Returns the authorities in a file's list; `field` of the error names the wrong one.
 * @throws AppError as `readTrustAnchors`
 */
export function readListedAuthorities(texts: readonly string[]): Authority[] {
  const pieces = texts.map((text) => Buffer.from(armouredPem(text)));
  try {
    return readTrustAnchors(pieces);
  } catch (cause) {
    const at = pieces.findIndex((piece) => !canBeRead(piece));
    if (!(cause instanceof AppError) || at < 0) throw cause;
    throw new AppError(cause.code, { details: { ...cause.details, field: `authorities.${at}` } });
  }
}

function canBeRead(piece: Uint8Array): boolean {
  try {
    readTrustAnchors([piece]);
    return true;
  } catch {
    return false;
  }
}
