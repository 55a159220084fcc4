import { readRoot } from '../reader/asn1/ber.ts';
import { ReaderError } from '../reader/failures.ts';
import { parseCertificate } from '../reader/x509/certificate.ts';
import { nameKey, parseName } from '../reader/x509/names.ts';

/** A distinguished name for display, with a key for comparison (RFC 5280, 7.1). */
export interface ReadName {
  readonly text: string;
  readonly key: string;
}

/** Parses a name as a server sends it (DER); null if it is unreadable. */
export function readName(der: Uint8Array): ReadName | null {
  return unlessUnreadable(() => {
    const name = readRoot(der, 'name', 'refuse');
    return { text: parseName(name, 'name').text, key: nameKey(name, 'name') };
  });
}

export interface ReadCertificate {
  readonly subject: ReadName;
  readonly issuer: ReadName;
  /** The subject's personal attributes: all but places and organisations. */
  readonly personal: readonly string[];
}

const impersonal = new Set(['C', 'O', 'OU', 'L', 'ST', 'DC', 'STREET', 'postalCode']);

/** Returns a certificate's subject and issuer (DER); null if it is unreadable. */
export function readNames(der: Uint8Array): ReadCertificate | null {
  return unlessUnreadable(() => {
    const { subject, subjectKey, issuer, issuerKey } = parseCertificate(der);
    const { text, attributes } = parseName(subject, 'subject');
    return {
      subject: { text, key: subjectKey },
      issuer: { text: parseName(issuer, 'issuer').text, key: issuerKey },
      personal: attributes.filter(({ type }) => !impersonal.has(type)).map(({ value }) => value),
    };
  });
}

function unlessUnreadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReaderError) return null;
    throw error;
  }
}
